import { Link } from '@tanstack/react-router'
import type { ChangelogEntry } from '../../api/contract/assets.ts'
import { Button } from '../kit/Button.tsx'
import { linkClass } from '../kit/link-class.ts'
import { assetMessages } from '../messages/asset.ts'
import { assetPanelsMessages } from '../messages/asset-panels.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AssetPanels.module.css'
import { ChangeLines } from './ChangeLines.tsx'
import { PanelQueryContent } from './PanelQueryContent.tsx'
import type { PanelProps } from './panel-props.ts'
import { useRunningCommand } from './use-command-toasts.ts'

/** File fields. The panel shows only that they differ from the parent's, not how. */
const FILE_FIELDS = ['modelUrl', 'iconUrl', 'textureUrl', 'psdUrl'] as const

/** Panel with the differences between the asset and its parent, and a button to adopt the parent's values. */
export function ParentPanel({ actor, asset, page, panelCalls }: PanelProps) {
  const translate = useTranslate(assetPanelsMessages)
  const query = useQuery({
    inspectorLabel: 'parent',
    // A locked asset cannot be synchronised, so nothing is requested.
    queryKey: asset.locked ? null : asset.updatedAt,
    queryFn: (_, signal) => panelCalls.previewParentSync(signal),
  })
  const isSyncing = useRunningCommand(actor)?.do === 'sync'
  const { parentId } = asset
  return (
    <>
      {parentId && (
        <span>
          <Link to="/assets/$id" params={{ id: parentId }} className={linkClass}>
            {translate('parent.open')}
          </Link>
        </span>
      )}
      {asset.locked && <p className={styles.why}>{translate('parent.locked')}</p>}
      {!asset.locked && (
        <PanelQueryContent query={query}>
          {(changes) => (
            <>
              <p className={styles.why} role="status">
                {translate(changes.length === 0 ? 'parent.same' : 'parent.differs', { n: changes.length })}
              </p>
              {changes.length > 0 && (
                <>
                  <ParentDifference changes={changes} page={page} />
                  <span>
                    <Button
                      size="sm"
                      busy={isSyncing && translate('action.working')}
                      onClick={() => actor.send({ type: 'command.requested', command: { do: 'sync' } })}
                    >
                      {translate('parent.sync')}
                    </Button>
                  </span>
                </>
              )}
            </>
          )}
        </PanelQueryContent>
      )}
    </>
  )
}

function ParentDifference({ changes, page }: { changes: ChangelogEntry['changes']; page: PanelProps['page'] }) {
  const translate = useTranslate(assetMessages, assetPanelsMessages)
  const files = FILE_FIELDS.filter((file) => changes.some(({ field }) => field === file))
  return (
    <div className={styles.changes}>
      {files.map((file) => (
        <span key={file}>{translate('parent.file', { file: translate(`asset.${file}`) })}</span>
      ))}
      <ChangeLines entry={{ action: 'updated', changes }} page={page} />
    </div>
  )
}
