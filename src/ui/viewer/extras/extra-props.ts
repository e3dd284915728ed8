import type { Model } from '../load/model.ts'
import type { ModelMotion } from '../motion/model-motion.ts'
import type { PoseStore } from '../motion/pose.ts'

export interface CommonExtraProps {
  model: Model | null
  motion: ModelMotion
  pose: PoseStore
  isStill: boolean
}
