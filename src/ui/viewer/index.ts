export type { Emotion } from '../../machines/rules/emotion.ts'
export { MODEL_BUDGET, type ModelBudget } from '../../machines/rules/model-budget.ts'
export { INVALID_SOURCE, isModelSource, type ModelPart, type ModelSource } from '../../machines/rules/model-source.ts'
export {
  OCCLUSION_DEFAULTS,
  OCCLUSION_MODES,
  OCCLUSION_QUALITIES,
  type OcclusionMode,
  type OcclusionOptions,
  type OcclusionQuality,
} from '../../machines/rules/occlusion.ts'
export { AvatarViewer } from './AvatarViewer.tsx'
export { type Progress, shareOf } from './bytes.ts'
export type { CaptureOptions } from './capture.ts'
export type { ModelInfo } from './model-info.ts'
export { DEFAULT_ENVIRONMENT, ENVIRONMENTS, type EnvironmentName } from './presets.ts'
export type { AvatarViewerHandle, AvatarViewerProps, ViewerInfo } from './props.ts'
export type { SpawnAnimationSpec, SpawnEffectSpec, ViewerState } from './use-spawn.ts'
export { ViewerError, type ViewerFailure } from './viewer-error.ts'
export { VIEWER_WORDS, type ViewerWords } from './words.ts'
