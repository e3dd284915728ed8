import { StillLife } from './StillLife.tsx'
import { EMPTY_SCENE, ERROR_SCENE, NOT_FOUND_SCENE } from './still-scenes.ts'

/** Kind of empty state: nothing exists, nothing matched, or loading failed. */
export type SceneKind = keyof typeof SCENES

const SCENES = {
  empty: <StillLife setting="island" blocks={EMPTY_SCENE} />,
  away: <StillLife setting="island" blocks={NOT_FOUND_SCENE} away />,
  failed: <StillLife setting="island" blocks={ERROR_SCENE} fallen />,
}

export const Scene = ({ kind }: { kind: SceneKind }) => SCENES[kind]
