/** Brings a vector to length 1, in place; one of length 0 stays. */
export function toUnitLength(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (length > 0) for (let index = 0; index < vector.length; index += 1) vector[index] = (vector[index] ?? 0) / length;
  return vector;
}

export interface QuantisedVector {
  readonly values: Int8Array;
  /** What a value is multiplied with to get the number it stands for. */
  readonly scale: number;
}

/** Numbers as int8 with one scale: the largest becomes ±127. A vector of zeros has scale 0. */
export function quantise(vector: Float32Array): QuantisedVector {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = Math.fround(largest / 127);
  const values = new Int8Array(vector.length);
  if (scale > 0) {
    for (let index = 0; index < vector.length; index += 1) {
      values[index] = Math.max(-127, Math.min(127, Math.round((vector[index] ?? 0) / scale)));
    }
  }
  return { values, scale };
}
