import { StillLife } from './StillLife.tsx'
import { AWAY, BARE, FALLEN } from './still-scenes.ts'

/** What a still life tells: that nothing exists, that nothing matched, that something did not load. */
export type SceneKind = keyof typeof SCENES

const SCENES = {
  empty: <StillLife setting="island" blocks={BARE} />,
  away: <StillLife setting="island" blocks={AWAY} away />,
  failed: <StillLife setting="island" blocks={FALLEN} fallen />,
}

/** The picture of an empty scene. */
export const Scene = ({ kind }: { kind: SceneKind }) => SCENES[kind]
