import { CubeIcon } from '@phosphor-icons/react/Cube'
import { XIcon } from '@phosphor-icons/react/X'
import { memo, type RefObject, useRef } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { useKeysOf } from '../keys-of.ts'
import { Icon } from '../kit/Icon.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { ModelStage, StageChip } from '../look/ModelStage.tsx'
import { OtherViewer } from '../look/OtherViewer.tsx'
import { useLook } from '../look/use-look.ts'
import type { AvatarViewerHandle } from '../viewer/props.ts'
import styles from './AssetScreen.module.css'
import type { Compared } from './panel-props.ts'

/** Props of {@link Stage}. */
export interface StageProps {
  asset: Asset | null
  /** Where what speaks for the stage is put. */
  viewer?: RefObject<AvatarViewerHandle | null> | undefined
  /** Another model beside it, and what ends that. */
  compared?: Compared | null
  onCompare?: (other: null) => void
}

/** The asset's model on its turntable, what it is made of, and how it is looked at. Typing beside it does not draw it anew. */
export const Stage = memo(function Stage({ asset, viewer, compared = null, onCompare }: StageProps) {
  useKeysOf('stage')
  const { translate, language } = useAtelier()
  const [look, setLook] = useLook()
  const own = useRef<AvatarViewerHandle>(null)
  const first = viewer ?? own
  const chips = asset && (
    <>
      {/* Compared, a phone has room for what stands beside it alone. */}
      <StageChip isWide={compared !== null}>
        <Icon>
          <CubeIcon />
        </Icon>
        <b>.{asset.modelUrl.split('.').at(-1)}</b>
        {formatBytes(asset.stats.bytes, language)}
      </StageChip>
      {compared ? (
        <StageChip>
          <span className={styles.chip}>{translate('asset.compare.now', { name: compared.name })}</span>
          <IconButton
            size="sm"
            label={translate('asset.compare.end')}
            icon={<XIcon />}
            onClick={({ currentTarget }) => {
              // The button goes with what it ends.
              currentTarget.closest('main')?.focus({ preventScroll: true })
              onCompare?.(null)
            }}
          />
        </StageChip>
      ) : (
        <StageChip isWide>{translate('asset.stage.triangles', { n: asset.stats.triangles })}</StageChip>
      )}
    </>
  )
  return (
    <ModelStage
      source={asset?.modelUrl ?? null}
      label={translate('asset.stage.label', { name: asset?.name ?? '' })}
      name={asset?.name ?? ''}
      viewer={first}
      look={look}
      onLook={setLook}
      chips={chips}
      picture={asset?.iconUrl}
      beside={
        compared && {
          layout: 'side',
          wipe: 0.5,
          view: (
            <OtherViewer
              key={compared.url}
              source={compared.url}
              label={translate('asset.stage.compared', { name: asset?.name ?? '', other: compared.name })}
              first={first}
              look={look}
            />
          ),
        }
      }
    />
  )
})
