import { CubeIcon } from '@phosphor-icons/react/Cube'
import { memo, type RefObject } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { useKeysOf } from '../keys-of.ts'
import { Icon } from '../kit/Icon.tsx'
import { ModelStage, StageChip } from '../look/ModelStage.tsx'
import { useLook } from '../look/use-look.ts'
import type { AvatarViewerHandle } from '../viewer/props.ts'

/** Props of {@link Stage}. */
export interface StageProps {
  asset: Asset | null
  /** Where what speaks for the stage is put. */
  viewer?: RefObject<AvatarViewerHandle | null> | undefined
}

/** The asset's model on its turntable, what it is made of, and how it is looked at. Typing beside it does not draw it anew. */
export const Stage = memo(function Stage({ asset, viewer }: StageProps) {
  useKeysOf('stage')
  const { translate, language } = useAtelier()
  const [look, setLook] = useLook()
  const chips = asset && (
    <>
      <StageChip>
        <Icon>
          <CubeIcon />
        </Icon>
        <b>.{asset.modelUrl.split('.').at(-1)}</b>
        {formatBytes(asset.stats.bytes, language)}
      </StageChip>
      <StageChip isWide>{translate('asset.stage.triangles', { n: asset.stats.triangles })}</StageChip>
    </>
  )
  return (
    <ModelStage
      source={asset?.modelUrl ?? null}
      label={translate('asset.stage.label', { name: asset?.name ?? '' })}
      name={asset?.name ?? ''}
      viewer={viewer}
      look={look}
      onLook={setLook}
      chips={chips}
      picture={asset?.iconUrl}
    />
  )
})
