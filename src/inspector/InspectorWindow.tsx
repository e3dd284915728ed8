import { useEffect, useState, useSyncExternalStore } from 'react'
import { useAtelier } from '../ui/context.ts'
import { useDocumentTitle } from '../ui/kit/use-document-title.ts'
import { useWords } from '../ui/use-words.ts'
import { inspectorWords } from '../ui/words/inspector.ts'
import styles from './Inspector.module.css'
import { createOtherDesk, type OtherDesk } from './other-window.ts'
import { Panel } from './Panel.tsx'

/** The inspector in a window of its own: it shows the page of another window, once one answers. */
export function InspectorWindow() {
  const { translate } = useAtelier()
  const hasWords = useWords(inspectorWords)
  useDocumentTitle(hasWords ? translate('inspector.title') : undefined)
  const [desk, setDesk] = useState<OtherDesk | null>(null)
  useEffect(() => {
    const made = createOtherDesk()
    setDesk(made)
    return made.close
  }, [])
  if (!hasWords) return null
  return (
    <main className={styles.dock} data-side="window" aria-label={translate('inspector.title')}>
      {desk && <Other desk={desk} />}
    </main>
  )
}

function Other({ desk }: { desk: OtherDesk }) {
  const { translate } = useAtelier()
  const isThere = useSyncExternalStore(desk.subscribe, desk.isThere)
  return isThere ? <Panel desk={desk} kept={null} /> : <p className={styles.none}>{translate('inspector.alone')}</p>
}
