import { type ComponentType, useState } from 'react'
import { useAtelier } from '../context.ts'
import { Disclosure } from '../kit/Disclosure.tsx'
import { shownPart } from '../kit/part.ts'
import { Skeleton } from '../kit/Skeleton.tsx'
import { useWords } from '../use-words.ts'
import { assetPanelsWords } from '../words/asset-panels.ts'
import styles from './Panels.module.css'
import type { PanelProps } from './panel-props.ts'
import { useRights } from './use-rights.ts'

const Fits = shownPart(async () => (await import('./Fits.tsx')).Fits, Waiting)
const Versions = shownPart(async () => (await import('./Versions.tsx')).Versions, Waiting)
const Parent = shownPart(async () => (await import('./Parent.tsx')).Parent, Waiting)
const Uses = shownPart(async () => (await import('./Uses.tsx')).Uses, Waiting)

/** What is seldom wanted, closed until it is: it is asked for, with its code and its sentences, as it is opened. */
export function Panels(props: PanelProps) {
  const { translate } = useAtelier()
  const { asset } = props
  const { mayUpdate } = useRights(asset)
  return (
    <section>
      {mayUpdate && asset.type !== 'bodyshape' && (
        <Panel {...props} title={translate('asset.panel.fits')} Part={Fits} />
      )}
      <Panel {...props} title={translate('asset.panel.versions')} Part={Versions} />
      {mayUpdate && asset.parentId && <Panel {...props} title={translate('asset.panel.parent')} Part={Parent} />}
      {mayUpdate && <Panel {...props} title={translate('asset.panel.uses')} Part={Uses} />}
    </section>
  )
}

function Panel({ title, Part, ...props }: PanelProps & { title: string; Part: ComponentType<PanelProps> }) {
  const [isOpen, setOpen] = useState(false)
  const isLearnt = useWords(isOpen && assetPanelsWords)
  return (
    <Disclosure title={title} isOpen={isOpen} onOpenChange={setOpen}>
      {isOpen && <div className={styles.panel}>{isLearnt ? <Part {...props} /> : <Waiting />}</div>}
    </Disclosure>
  )
}

function Waiting() {
  return (
    <div className={styles.waiting} aria-hidden="true">
      <Skeleton width={180} />
      <Skeleton width={140} height={10} />
    </div>
  )
}
