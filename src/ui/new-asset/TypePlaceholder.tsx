import { CubeIcon } from '@phosphor-icons/react/Cube'
import { pigmentOf } from '../kit/feedback/pigment.ts'
import { Plinth } from '../kit/layout/Plinth.tsx'

/** Plinth of a model without a picture, in the colour of its type. */
export function TypePlaceholder({ type }: { type: unknown }) {
  return (
    <Plinth pigment={pigmentOf(typeof type === 'string' ? type : 'custom')} size={56}>
      <CubeIcon />
    </Plinth>
  )
}
