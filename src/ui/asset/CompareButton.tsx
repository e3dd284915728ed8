import { Button } from '../kit/Button.tsx'
import { assetMessages } from '../messages/asset.ts'
import { useTranslate } from '../use-translate.ts'
import type { ComparedModel, ModelComparison } from './panel-props.ts'

/** Toggle that shows another model next to the asset's own in the viewer. */
export function CompareButton({ other, compared, onCompare }: ModelComparison & { other: ComparedModel }) {
  const translate = useTranslate(assetMessages)
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
