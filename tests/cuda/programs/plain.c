/* C that is no C++: a name, a conversion, and a function that ends without its result. */
#include <stdlib.h>

int unused_result(int count) {
  int* class = malloc(count * sizeof(int));
  free(class);
}

int sum_of(const int* values, int count) {
  int new = 0;
  for (int i = 0; i < count; ++i) new += values[i];
  unused_result(count);
  return new;
}
