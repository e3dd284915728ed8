import { CubeIcon } from '@phosphor-icons/react/Cube'
import { pigmentOf } from '../kit/feedback/pigment.ts'
import { Plinth } from '../kit/layout/Plinth.tsx'

/** Icon on a backdrop in the colour of the asset's type, for a model without a picture. */
export function TypePlaceholder({ type }: { type: unknown }) {
  return (
    <Plinth pigment={pigmentOf(typeof type === 'string' ? type : 'custom')} size={56}>
      <CubeIcon />
    </Plinth>
  )
}
