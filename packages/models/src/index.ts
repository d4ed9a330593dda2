export {
  type EncodedKind,
  type EncodeOptions,
  type Encoder,
  type EncoderIdentity,
  encoderKey,
  requireSameEncoder,
} from './encoder.ts';
export { checkEndpoint, type EndpointOptions, openEndpoint } from './endpoint/open-endpoint.ts';
export type { OnnxEngineName } from './onnx/engine.ts';
export { checkMiniLm, MINI_LM_FILE, type MiniLmOptions, openMiniLm } from './onnx/open-mini-lm.ts';
export { openStaticTable, type StaticTable } from './static-table/open-static-table.ts';
export { type Kernel, type KernelName, openKernel, openPlainKernel, openSimdKernel } from './vectors/kernel.ts';
export { openVectorScan, type VectorHit, type VectorQuery, type VectorScan } from './vectors/scan-vectors.ts';
export {
  readVectorFile,
  type VectorFile,
  type VectorFileInput,
  type VectorFileReading,
  type VectorRows,
  writeVectorFile,
} from './vectors/vector-file.ts';
