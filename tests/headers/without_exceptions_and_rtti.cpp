#include <trainspec/trainspec.hpp>

int main() {}
