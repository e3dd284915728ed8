export { MODEL_BUDGET, type ModelBudget } from '../../files/model-budget.ts'
export type { Framing } from '../../machines/viewer/camera.ts'
export type { Emotion } from '../../machines/viewer/emotion.ts'
export type { Gaze } from '../../machines/viewer/gaze.ts'
export type { Life, LifePart } from '../../machines/viewer/life.ts'
export {
  INVALID_SOURCE,
  isModelSource,
  type ModelPart,
  type ModelSource,
  type Progress,
} from '../../machines/viewer/model-source.ts'
export {
  OCCLUSION_DEFAULTS,
  OCCLUSION_MODES,
  OCCLUSION_QUALITIES,
  type OcclusionMode,
  type OcclusionOptions,
  type OcclusionQuality,
} from '../../machines/viewer/occlusion.ts'
export type { Viseme, Visemes } from '../../machines/viewer/visemes.ts'
export { AvatarViewer } from './AvatarViewer.tsx'
export type { Speech } from './extras/speech-analyser.ts'
export { DEFAULT_ENVIRONMENT, ENVIRONMENTS, type EnvironmentName } from './light/environment-names.ts'
export { shareOf } from './load/read-source.ts'
export type { Surface } from './motion/surfaces.ts'
export type { AvatarViewerHandle, AvatarViewerProps } from './props.ts'
export type {
  FilmOptions,
  ModelParts,
  PartKind,
  PartMaterial,
  PartTexture,
  ScenePart,
  StripOptions,
  Studio,
  TextureOptions,
  TurntableOptions,
} from './studio.ts'
export { ViewerError, type ViewerFailure } from './viewer-error.ts'
export type { ModelInfo, ViewerInfo, ViewerState } from './viewer-info.ts'
export type {
  CameraMove,
  CameraOptions,
  CameraView,
  CaptureOptions,
  Hotspot,
  Paint,
  SpawnAnimationSpec,
  SpawnEffectSpec,
} from './viewer-settings.ts'
export { VIEWER_WORDS, type ViewerWords } from './viewer-words.ts'
