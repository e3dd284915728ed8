import { StillLifeIllustration } from './StillLifeIllustration.tsx'
import { EMPTY_SCENE, ERROR_SCENE, NOT_FOUND_SCENE } from './still-life-scenes.ts'

export type EmptyStateKind = keyof typeof SCENES

const SCENES = {
  empty: <StillLifeIllustration setting="island" blocks={EMPTY_SCENE} />,
  away: <StillLifeIllustration setting="island" blocks={NOT_FOUND_SCENE} away />,
  failed: <StillLifeIllustration setting="island" blocks={ERROR_SCENE} fallen />,
}

export const EmptyStatePicture = ({ kind }: { kind: EmptyStateKind }) => SCENES[kind]
