import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import * as v from 'valibot'
import { NewAsset as NewAssetSchema } from '../../api/contract/assets.ts'
import { useAtelier } from '../context.ts'
import type { DraftKeeper } from '../form/draft.ts'
import type { WatchedForm } from '../form/LeaveGuard.tsx'
import { useForm } from '../form/use-form.ts'
import { Button } from '../kit/Button.tsx'
import { Confirm } from '../kit/Confirm.tsx'
import { DropArea } from '../kit/DropArea.tsx'
import { PageHead } from '../kit/PageHead.tsx'
import { useStrayFiles } from '../upload/use-stray-files.ts'
import { useTouch } from '../use-touch.ts'
import { type AssetChoices, AssetPlaces } from './AssetPlaces.tsx'
import styles from './AssetQueue.module.css'
import page from './NewAsset.module.css'
import type { CreateAsset } from './NewAsset.tsx'
import { QueueRow, type QueueRowProps, type RowInUse } from './QueueRow.tsx'
import type { Queue } from './use-queue.ts'

const SHARED = v.pick(NewAssetSchema, ['tags', 'applicationIds'])
const SHARED_FIELDS = ['tags', 'applicationIds'].map((name) => ({ name, kind: 'value' as const }))

/** Props of {@link AssetQueue}. */
export interface AssetQueueProps extends Pick<QueueRowProps, 'drawModel' | 'linkTo'> {
  queue: Queue
  create: CreateAsset
  choices: AssetChoices
  /** Where what is filled in survives a reload, by the row's id; `shared` is what all have in common. */
  draftOf: (id: string) => DraftKeeper
  /** Asks before unsaved work is left behind; handed the forms it watches. */
  guard: (forms: () => readonly WatchedForm[]) => ReactNode
  /** Where one goes when everything is made. */
  done: ReactNode
}

/** The page that makes several assets at once: a row for each model, and what they have in common. */
export function AssetQueue(props: AssetQueueProps) {
  const { queue, create, choices, draftOf, guard, done, ...rest } = props
  const { translate } = useAtelier()
  const { actor, entries, isBusy, add } = queue
  const [aside, setAside] = useState<HTMLElement | null>(null)
  const [taken, setTaken] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const rows = useRef(new Map<string, RowInUse>())
  const keepRow = useCallback((id: string, row: RowInUse | null) => {
    if (row) rows.current.set(id, row)
    else rows.current.delete(id)
  }, [])
  const drafts = useRef(new Map<string, DraftKeeper>())
  const draftFor = (id: string) => {
    const draft = drafts.current.get(id) ?? draftOf(id)
    drafts.current.set(id, draft)
    return draft
  }
  const shared = useForm({
    schema: SHARED,
    fields: SHARED_FIELDS,
    initial: { tags: [], applicationIds: [] },
    submit: async () => {},
    onSubmitted: () => {},
    draft: draftFor('shared'),
  })
  const createShared: CreateAsset = (body, { idempotencyKey, signal }) => {
    const { values, revision } = shared.actor.getSnapshot().context
    return create({ ...body, ...values }, { idempotencyKey: `${idempotencyKey}.${revision}`, signal })
  }
  useStrayFiles(add)
  const open = entries.filter(({ state }) => state !== 'made')
  const ready = entries.filter(({ state }) => state === 'ready' || state === 'refused')
  const inHand = open.find(({ id }) => id === taken) ?? open[0]
  const discard = async () => {
    setIsAsking(false)
    shared.actor.send({ type: 'form.discarded' })
    await Promise.all([...[...rows.current.values()].map((row) => row.discard()), draftFor('shared').clear()])
    actor.send({ type: 'queue.cleared' })
  }
  return (
    <>
      <PageHead
        title={translate('queue.title')}
        actions={
          open.length === 0 ? (
            done
          ) : (
            <>
              <Button variant="ghost" disabled={isBusy} onClick={() => setIsAsking(true)}>
                {translate('queue.discard')}
              </Button>
              <Button
                variant="ink"
                busy={isBusy && translate('action.working')}
                waiting={ready.length === 0}
                aria-describedby="queue-waits"
                onClick={() => actor.send({ type: 'making.requested' })}
              >
                {translate('queue.create', { n: Math.max(ready.length, 1) })}
              </Button>
            </>
          )
        }
      />
      <div className={page.page}>
        <div className={page.form}>
          <p id="queue-waits" className={styles.waits} role="status">
            {translate('queue.standing', {
              made: entries.length - open.length,
              ready: ready.length,
              all: entries.length,
            })}
          </p>
          <ol className={styles.rows}>
            {entries.map((entry) => (
              <QueueRow
                key={entry.id}
                {...rest}
                entry={entry}
                queue={queue}
                draft={draftFor(entry.id)}
                create={createShared}
                aside={entry === inHand ? aside : null}
                onTaken={() => setTaken(entry.id)}
                onRow={keepRow}
              />
            ))}
          </ol>
          <AddModels add={add} />
          {open.length > 0 && (
            <section className={styles.shared} aria-label={translate('queue.forAll')}>
              <h2>{translate('queue.forAll')}</h2>
              <AssetPlaces form={shared} choices={choices} />
            </section>
          )}
        </div>
        <div ref={setAside} className={styles.aside} />
      </div>
      {guard(() => [shared, ...rows.current.values()])}
      <Confirm
        isOpen={isAsking}
        title={translate('queue.discardAll')}
        verb={translate('form.discard.verb')}
        cancelText={translate('action.cancel')}
        onCancel={() => setIsAsking(false)}
        onConfirm={discard}
      >
        {translate('form.discard.text')}
      </Confirm>
    </>
  )
}

/** Takes more models into the queue. */
function AddModels({ add }: { add: (files: readonly File[]) => void }) {
  const { translate } = useAtelier()
  const isTouch = useTouch()
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    onDrop: (files) => files.length > 0 && add(files),
  })
  const words = {
    upload: translate('upload.prompt'),
    orDrop: isTouch ? undefined : translate('upload.orDrop'),
    drop: translate('upload.drop'),
  }
  return (
    <div>
      <DropArea
        {...getRootProps({ role: 'button' })}
        className={styles.more}
        state={isDragActive ? 'dragging' : 'idle'}
        words={words}
        aria-label={`${translate('queue.more')}: ${isDragActive ? words.drop : [words.upload, words.orDrop].filter(Boolean).join(' ')}`}
      />
      <input {...getInputProps({ accept: '.glb', multiple: true, 'aria-hidden': true })} />
    </div>
  )
}
