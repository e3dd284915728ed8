import { Link } from '@tanstack/react-router'
import type { ChangelogEntry } from '../../api/contract/assets.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { linkClass } from '../kit/link-class.ts'
import { useAsking } from '../use-asking.ts'
import { ChangeLines } from './ChangeLines.tsx'
import { PanelAnswer } from './PanelAnswer.tsx'
import styles from './Panels.module.css'
import type { PanelProps } from './panel-props.ts'
import { useCommand } from './use-commands.ts'

/** Files, of which only that they differ can be told. */
const FILES = ['modelUrl', 'iconUrl', 'textureUrl', 'psdUrl'] as const

/** What the asset's parent is by now that the asset is not, and the way to take it. */
export function Parent({ actor, asset, page, work }: PanelProps) {
  const { translate } = useAtelier()
  const asking = useAsking({
    about: 'parent',
    // What cannot be done is no answer: a locked asset is not asked about.
    question: asset.locked ? null : asset.updatedAt,
    ask: (_, signal) => work.difference(signal),
  })
  const isSyncing = useCommand(actor)?.do === 'sync'
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
        <PanelAnswer asking={asking}>
          {(changes) => (
            <>
              <p className={styles.why} role="status">
                {translate(changes.length === 0 ? 'parent.same' : 'parent.differs', { n: changes.length })}
              </p>
              {changes.length > 0 && (
                <>
                  <Difference changes={changes} page={page} />
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
        </PanelAnswer>
      )}
    </>
  )
}

function Difference({ changes, page }: { changes: ChangelogEntry['changes']; page: PanelProps['page'] }) {
  const { translate } = useAtelier()
  const files = FILES.filter((file) => changes.some(({ field }) => field === file))
  return (
    <div className={styles.changes}>
      {files.map((file) => (
        <span key={file}>{translate('parent.file', { file: translate(`asset.${file}`) })}</span>
      ))}
      <ChangeLines entry={{ action: 'updated', changes }} page={page} />
    </div>
  )
}
