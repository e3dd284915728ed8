import { CubeIcon } from '@phosphor-icons/react/Cube'
import { XIcon } from '@phosphor-icons/react/X'
import { memo, type RefObject, useRef } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import { useActiveShortcuts } from '../active-shortcuts.ts'
import { useAtelier } from '../context.ts'
import { formatBytes } from '../format-bytes.ts'
import { Icon } from '../kit/Icon.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { ComparisonViewer } from '../look/ComparisonViewer.tsx'
import { ModelStage, StageChip } from '../look/ModelStage.tsx'
import { useDisplayOptions } from '../look/use-display-options.ts'
import { assetMessages } from '../messages/asset.ts'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import type { AvatarViewerHandle } from '../viewer/props.ts'
import styles from './AssetScreen.module.css'
import type { ComparedModel } from './panel-props.ts'

export interface AssetStageProps {
  asset: Asset | null
  viewer?: RefObject<AvatarViewerHandle | null> | undefined
  compared?: ComparedModel | null
  onCompare?: (other: null) => void
}

/**
 * Asset's model in the viewer, with statistics and display options. Memoised, so that typing in the form does not render the
 * viewer.
 */
export const AssetStage = memo(function Stage({ asset, viewer, compared = null, onCompare }: AssetStageProps) {
  useActiveShortcuts('stage')
  const translate = useTranslate(assetMessages, lookMessages)
  const { language } = useAtelier()
  const [look, setLook] = useDisplayOptions()
  const ownViewer = useRef<AvatarViewerHandle>(null)
  const viewerRef = viewer ?? ownViewer
  const chips = asset && (
    <>
      {/* During a comparison, a phone has space only for the compared model's chip. */}
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
              // The button unmounts with the comparison, so the focus moves to the main element.
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
      viewer={viewerRef}
      look={look}
      onLook={setLook}
      chips={chips}
      picture={asset?.iconUrl}
      comparison={
        compared && {
          layout: 'side',
          wipe: 0.5,
          view: (
            <ComparisonViewer
              key={compared.url}
              source={compared.url}
              label={translate('asset.stage.compared', { name: asset?.name ?? '', other: compared.name })}
              first={viewerRef}
              look={look}
            />
          ),
        }
      }
    />
  )
})
