import type { Body } from '../body.ts'
import type { Model } from '../model.ts'
import type { PoseStore } from '../pose.ts'

/** What every extra is told. */
export interface ExtraProps {
  model: Model | null
  body: Body
  pose: PoseStore
  isStill: boolean
}
