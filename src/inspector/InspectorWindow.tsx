import { useEffect, useState, useSyncExternalStore } from 'react'
import { useDocumentTitle } from '../ui/kit/use-document-title.ts'
import { inspectorMessages } from '../ui/messages/inspector.ts'
import { useMessages } from '../ui/use-messages.ts'
import { useTranslate } from '../ui/use-translate.ts'
import styles from './Inspector.module.css'
import { Panel } from './Panel.tsx'
import { createRemoteController, type RemoteController } from './remote-window.ts'

/** Inspector in its own window. Inspects the page of the first window that responds. */
export function InspectorWindow() {
  const translate = useMessages(inspectorMessages)
  useDocumentTitle(translate?.('inspector.title'))
  const [controller, setController] = useState<RemoteController | null>(null)
  useEffect(() => {
    const created = createRemoteController()
    setController(created)
    return created.close
  }, [])
  if (!translate) return null
  return (
    <main className={styles.dock} data-side="window" aria-label={translate('inspector.title')}>
      {controller && <RemoteInspector controller={controller} />}
    </main>
  )
}

function RemoteInspector({ controller }: { controller: RemoteController }) {
  const translate = useTranslate(inspectorMessages)
  const isConnected = useSyncExternalStore(controller.subscribe, controller.isConnected)
  return isConnected ? (
    <Panel controller={controller} previousRecording={null} />
  ) : (
    <p className={styles.none}>{translate('inspector.alone')}</p>
  )
}
