import { CubeIcon } from '@phosphor-icons/react/Cube'
import { Plinth } from '../kit/Plinth.tsx'
import { pigmentOf } from '../kit/pigment.ts'

/** The plinth of a model that has no picture yet, in the hue of its type. */
export function KindPreview({ type }: { type: unknown }) {
  return (
    <Plinth pigment={pigmentOf(typeof type === 'string' ? type : 'custom')} size={56}>
      <CubeIcon />
    </Plinth>
  )
}
