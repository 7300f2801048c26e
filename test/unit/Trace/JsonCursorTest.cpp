//===- JsonCursorTest.cpp - The JSON scanner ------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/JsonCursor.h"
#include <cstdio>
#include <gtest/gtest.h>
#include <memory>

using namespace iket::trace;

namespace {
/// A cursor over a temporary file with the given text.
class Json {
public:
  explicit Json(const std::string &Text) : File(std::tmpfile(), std::fclose) {
    std::fwrite(Text.data(), 1, Text.size(), File.get());
    std::fflush(File.get());
    Cursor = std::make_unique<JsonCursor>(fileno(File.get()));
  }
  JsonCursor *operator->() { return Cursor.get(); }

private:
  std::unique_ptr<std::FILE, int (*)(std::FILE *)> File;
  std::unique_ptr<JsonCursor> Cursor;
};

/// The message of the error that \p F throws.
template <typename Fn> std::string errorOf(Fn F) {
  try {
    F();
  } catch (const error &E) {
    return E.what();
  }
  return "no error";
}
} // namespace

TEST(JsonCursor, Numbers) {
  EXPECT_EQ(0u, Json("0")->readUnsigned());
  EXPECT_EQ(UINT64_MAX, Json(" 18446744073709551615 ")->readUnsigned());
  // What is no such number is stepped over; what is no JSON ends the reading.
  for (const char *Other :
       {"18446744073709551616", "99999999999999999999", "111111111111111111111",
        "-1", "1.5", "1e3", "null", "\"1\"", "[1]", "{\"a\":[1]}"}) {
    Json J(Other);
    EXPECT_EQ(std::nullopt, J->readUnsigned()) << Other;
    EXPECT_TRUE(J->atEnd()) << Other;
  }
  for (const char *Bad : {"x", "", "]"})
    EXPECT_THROW(Json(Bad)->readUnsigned(), error) << Bad;
}

TEST(JsonCursor, StringsAndEscapes) {
  EXPECT_EQ("a\"\\/\b\f\n\r\tz", Json(R"("a\"\\\/\b\f\n\r\tz")")->readString());
  EXPECT_EQ("\xC3\xA9 \xE6\xBC\xA2 \xF0\x9F\x98\x80",
            Json(R"("\u00e9 \u6F22 \ud83d\ude00")")->readString());
  // Longer than the fast path looks at once, with an escape behind it.
  EXPECT_EQ("0123456789abcdefghij\n",
            Json(R"("0123456789abcdefghij\n")")->readString());
  for (const char *Bad : {"\"\\x\"", "\"\\u12g4\"", "\"\n\"", "\"open", "\"\\"})
    EXPECT_THROW(Json(Bad)->readString(), error) << Bad;
}

// Half a surrogate pair, and bytes that are no UTF-8: replaced, and told.
TEST(JsonCursor, BadText) {
  Json Lone(R"("\ud83d!")");
  EXPECT_EQ("\xEF\xBF\xBD!", Lone->readString());
  EXPECT_TRUE(Lone->sawBadText());
  EXPECT_FALSE(Lone->sawBadText());
  Json Raw("\"a\xFFz\"");
  EXPECT_EQ("a\xEF\xBF\xBDz", Raw->readString());
  EXPECT_TRUE(Raw->sawBadText());
}

// Keys, strings and numbers that lie across the end of the buffer, at every
// offset to it.
TEST(JsonCursor, BufferEdges) {
  for (std::size_t Pad = (1 << 18) - 64; Pad != (1 << 18) + 4; ++Pad) {
    std::string Text = "{\"pad\":\"" + std::string(Pad - 8, 'x') +
                       "\",\"a key\" : [1234567890123,\"text\\n\",null]}";
    Json J(Text);
    std::size_t Seen = 0;
    J->forEachMember([&](std::string_view Key) {
      if (Key != "a key")
        return J->skipValue();
      int At = 0;
      J->forEachElement([&] {
        if (At == 0)
          Seen += J->readUnsigned() == 1234567890123;
        else if (At == 1)
          Seen += J->readString() == "text\n";
        else
          Seen += J->takeNull();
        ++At;
      });
    });
    ASSERT_EQ(3u, Seen) << Pad;
    ASSERT_TRUE(J->atEnd());
    ASSERT_EQ(Text.size(), J->offset());
  }
}

TEST(JsonCursor, ErrorsNameTheByte) {
  EXPECT_EQ("expected ':' and found '1' at byte 5", errorOf([] {
              Json J("{\"a\" 1}");
              J->forEachMember([&](auto) { J->skipValue(); });
            }));
  EXPECT_EQ("the file ends within an array or object, at byte 7",
            errorOf([] { Json("[1,[2],")->skipValue(); }));
  EXPECT_EQ("expected '\"' and found '}' at byte 7", errorOf([] {
              Json J("{\"a\":1,}");
              J->forEachMember([&](auto) { J->skipValue(); });
            }));
  EXPECT_EQ("expected '{' and found the byte 0x00 at byte 0", errorOf([] {
              Json J(std::string(100, '\0'));
              J->forEachMember([&](auto) {});
            }));
}

// Nesting costs no stack.
TEST(JsonCursor, DeepNesting) {
  std::string Deep(1000000, '[');
  EXPECT_THROW(Json(Deep)->skipValue(), error);
  Json J(Deep + std::string(1000000, ']'));
  J->skipValue();
  EXPECT_TRUE(J->atEnd());
}
