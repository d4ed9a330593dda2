import { randomNumbers } from './random.ts';

/** Rounds of the power iteration; the directions stop moving well before. */
const ROUNDS = 25;
/** Vectors that the directions are found from. */
const SAMPLE = 20_000;

/**
 * The directions in which vectors of a given size spread most, strongest first, each of length 1; not centred, so that
 * a projection keeps angles. Orthogonal iteration from a seed.
 */
export function principalDirections(vectors: Float32Array, size: number, count: number, seed: number): Float64Array[] {
  const products = productsOf(vectors, size);
  const random = randomNumbers(seed);
  let directions: Float64Array[] = Array.from({ length: count }, () =>
    Float64Array.from({ length: size }, () => random() - 0.5),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    directions = directions.map((direction) => times(products, size, direction));
    makeOrthonormal(directions);
  }
  return directions;
}

/** The coordinates of vectors along the directions, each result at length 1. */
export function project(vectors: Float32Array, size: number, directions: readonly Float64Array[]): Float32Array {
  const count = vectors.length / size;
  const results = new Float32Array(count * directions.length);
  for (let vector = 0; vector < count; vector += 1) {
    const first = vector * directions.length;
    let squares = 0;
    for (const [place, direction] of directions.entries()) {
      let sum = 0;
      for (let index = 0; index < size; index += 1)
        sum += (vectors[vector * size + index] ?? 0) * (direction[index] ?? 0);
      results[first + place] = sum;
      squares += sum * sum;
    }
    const length = Math.sqrt(squares) || 1;
    for (let place = first; place < first + directions.length; place += 1)
      results[place] = (results[place] ?? 0) / length;
  }
  return results;
}

function productsOf(vectors: Float32Array, size: number): Float64Array {
  const products = new Float64Array(size * size);
  const count = vectors.length / size;
  const step = Math.max(1, Math.floor(count / SAMPLE));
  for (let vector = 0; vector < count; vector += step) {
    for (let a = 0; a < size; a += 1) {
      const value = vectors[vector * size + a] ?? 0;
      for (let b = a; b < size; b += 1) {
        products[a * size + b] = (products[a * size + b] ?? 0) + value * (vectors[vector * size + b] ?? 0);
      }
    }
  }
  for (let a = 0; a < size; a += 1) for (let b = 0; b < a; b += 1) products[a * size + b] = products[b * size + a] ?? 0;
  return products;
}

function times(matrix: Float64Array, size: number, vector: Float64Array): Float64Array {
  return Float64Array.from({ length: size }, (_, row) => {
    let sum = 0;
    for (let column = 0; column < size; column += 1) sum += (matrix[row * size + column] ?? 0) * (vector[column] ?? 0);
    return sum;
  });
}

/** Gram and Schmidt, in place. */
function makeOrthonormal(vectors: readonly Float64Array[]): void {
  for (const [place, vector] of vectors.entries()) {
    for (const former of vectors.slice(0, place)) subtract(vector, former, dot(vector, former));
    const length = Math.sqrt(dot(vector, vector)) || 1;
    for (let index = 0; index < vector.length; index += 1) vector[index] = (vector[index] ?? 0) / length;
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}

function subtract(vector: Float64Array, other: Float64Array, factor: number): void {
  for (let index = 0; index < vector.length; index += 1)
    vector[index] = (vector[index] ?? 0) - factor * (other[index] ?? 0);
}
