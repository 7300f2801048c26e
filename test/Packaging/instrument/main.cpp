void run(int *p);

int main() { run(nullptr); }
