import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import type { Compared, Comparing } from './panel-props.ts'

/** Puts a model beside the asset's own on the stage, and takes it away again. */
export function CompareButton({ other, compared, onCompare }: Comparing & { other: Compared }) {
  const { translate } = useAtelier()
  const isShown = compared?.url === other.url
  return (
    <Button
      size="sm"
      aria-pressed={isShown}
      aria-label={translate('asset.compare.with', { name: other.name })}
      onClick={() => onCompare(isShown ? null : other)}
    >
      {translate('asset.compare')}
    </Button>
  )
}
