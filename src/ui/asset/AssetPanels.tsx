import { type ComponentType, useState } from 'react'
import { Skeleton } from '../kit/feedback/Skeleton.tsx'
import { Disclosure } from '../kit/layout/Disclosure.tsx'
import { lazyComponent } from '../kit/loading/lazy-module.ts'
import { assetMessages } from '../messages/asset.ts'
import { assetPanelsMessages } from '../messages/asset-panels.ts'
import { useMessages } from '../use-messages.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AssetPanels.module.css'
import type { PanelProps } from './panel-props.ts'
import { useAssetPermissions } from './use-asset-permissions.ts'

const LazyMorphPanel = lazyComponent(async () => (await import('./MorphPanel.tsx')).MorphPanel, PanelSkeleton)
const LazyVariantsPanel = lazyComponent(async () => (await import('./VariantsPanel.tsx')).VariantsPanel, PanelSkeleton)
const LazyParentPanel = lazyComponent(async () => (await import('./ParentPanel.tsx')).ParentPanel, PanelSkeleton)
const LazyUsagePanel = lazyComponent(async () => (await import('./UsagePanel.tsx')).UsagePanel, PanelSkeleton)

/** Rarely used panels, collapsed at first. Data, code and messages are loaded when a panel is opened. */
export function AssetPanels(props: PanelProps) {
  const translate = useTranslate(assetMessages)
  const { asset } = props
  const { mayUpdate } = useAssetPermissions(asset)
  return (
    <section>
      {mayUpdate && asset.type !== 'bodyshape' && (
        <Panel {...props} title={translate('asset.panel.fits')} Part={LazyMorphPanel} />
      )}
      <Panel {...props} title={translate('asset.panel.versions')} Part={LazyVariantsPanel} />
      {mayUpdate && asset.parentId && (
        <Panel {...props} title={translate('asset.panel.parent')} Part={LazyParentPanel} />
      )}
      {mayUpdate && <Panel {...props} title={translate('asset.panel.uses')} Part={LazyUsagePanel} />}
    </section>
  )
}

function Panel({ title, Part, ...props }: PanelProps & { title: string; Part: ComponentType<PanelProps> }) {
  const [isOpen, setOpen] = useState(false)
  const hasMessages = useMessages(isOpen && assetPanelsMessages) !== undefined
  return (
    <Disclosure title={title} isOpen={isOpen} onOpenChange={setOpen}>
      {isOpen && <div className={styles.panel}>{hasMessages ? <Part {...props} /> : <PanelSkeleton />}</div>}
    </Disclosure>
  )
}

function PanelSkeleton() {
  return (
    <div className={styles.waiting} aria-hidden="true">
      <Skeleton width={180} />
      <Skeleton width={140} height={10} />
    </div>
  )
}
