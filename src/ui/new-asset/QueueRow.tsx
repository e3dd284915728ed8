import { CheckCircleIcon } from '@phosphor-icons/react/CheckCircle'
import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { NewAsset as NewAssetSchema } from '../../api/contract/assets.ts'
import type { QueueEntry } from '../../machines/queue.machine.ts'
import { useAtelier } from '../context.ts'
import type { DraftKeeper } from '../form/draft.ts'
import { Form } from '../form/Form.tsx'
import type { FormActor } from '../form/form-actor.ts'
import type { WatchedForm } from '../form/LeaveGuard.tsx'
import { useForm } from '../form/use-form.ts'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import { UploadButton } from '../upload/UploadButton.tsx'
import { UploadField } from '../upload/UploadField.tsx'
import { AssetChecks } from './AssetChecks.tsx'
import { AssetDetails } from './AssetDetails.tsx'
import styles from './AssetQueue.module.css'
import { KindPreview } from './KindPreview.tsx'
import type { CreateAsset } from './NewAsset.tsx'
import { ASSET_FIELDS, ASSET_PLACES, NO_ASSET, restoreFiles } from './new-asset.ts'
import { useAssetUploads } from './use-asset-uploads.ts'
import { useGuess } from './use-guess.ts'
import { type DrawModel, usePreview } from './use-preview.tsx'
import type { Queue } from './use-queue.ts'
import { sayWaits } from './waits.ts'

/** A row as its queue knows it. `discard` takes its files back and forgets what was typed. */
export interface RowInUse extends WatchedForm {
  discard: () => Promise<void>
}

/** Props of {@link QueueRow}. */
export interface QueueRowProps {
  entry: QueueEntry
  queue: Queue
  draft: DraftKeeper
  create: CreateAsset
  drawModel: DrawModel
  /** Where the row in hand shows its model and its checks; `null` while it is another's turn. */
  aside: HTMLElement | null
  onTaken: () => void
  /** Handed the row in use while there is one, so that leaving can ask and all can be discarded. */
  onRow: (id: string, row: RowInUse | null) => void
  /** The link to what was made. */
  linkTo: (asset: { id: string; name: string }) => ReactNode
}

/** One asset of a queue: its model with its own progress and retry, and its own form. */
export function QueueRow(props: QueueRowProps) {
  const { entry, queue, draft, create, drawModel, aside, onTaken, onRow, linkTo } = props
  const { translate, language } = useAtelier()
  const { id, file } = entry
  const form = useForm({
    schema: NewAssetSchema,
    fields: ASSET_FIELDS,
    initial: NO_ASSET,
    places: ASSET_PLACES,
    submit: create,
    onSubmitted: (asset) => queue.actor.send({ type: 'entry.made', id, asset }),
    draft,
    onRestored: (values) => restoreFiles(uploads, values),
  })
  const { guessed, guess, choose } = useGuess(form.actor)
  const { uploads, snapshots } = useAssetUploads(form.actor, guess)
  const waits = sayWaits({ faults: form.faults, ...snapshots }, translate, language)
  useEntry({ id, file, queue, draft, form: form.actor, model: uploads.model.actor, isReady: waits === undefined })
  const discard = () => {
    for (const { actor } of Object.values(uploads)) actor.send({ type: 'removal.requested' })
    form.actor.send({ type: 'form.discarded' })
    return draft.clear()
  }
  const latest = useRef({ discard, keepDraft: form.keepDraft })
  latest.current = { discard, keepDraft: form.keepDraft }
  useEffect(() => {
    const row = { discard: () => latest.current.discard(), keepDraft: () => latest.current.keepDraft() }
    onRow(id, { actor: form.actor, ...row })
    return () => onRow(id, null)
  }, [id, form.actor, onRow])
  const name = uploads.model.snapshot.context.file?.name ?? file?.name ?? translate('new.title')
  if (entry.asset) {
    return (
      <li className={styles.made}>
        <Icon>
          <CheckCircleIcon weight="fill" />
        </Icon>
        <span>{translate('new.created', { name: entry.asset.name })}</span>
        {linkTo(entry.asset)}
      </li>
    )
  }
  const remove = async () => {
    await discard()
    queue.actor.send({ type: 'entry.removed', id })
  }
  return (
    <li
      className={styles.row}
      data-taken={aside !== null || undefined}
      onFocusCapture={onTaken}
      onClickCapture={onTaken}
    >
      <Form actor={form.actor} error={form.error} label={name} className={styles.fields}>
        {uploads.model.snapshot.matches('vacant') && (
          <p className={styles.turnedAway}>
            {file ? translate('queue.rejected', { name }) : name}
            <Button variant="ghost" onClick={remove}>
              {translate('upload.remove')}
            </Button>
          </p>
        )}
        <UploadField
          name="model"
          kind="glb"
          label={translate('new.model')}
          upload={uploads.model}
          error={form.bind('model').error}
          preview={<KindPreview type={form.values['type']} />}
          onRemove={remove}
        />
        <AssetDetails form={form} guessedType={guessed.type} onTypeChosen={() => choose('type')} />
        <UploadButton
          name="icon"
          kind="icon"
          label={translate('new.icon')}
          upload={uploads.icon}
          error={form.bind('icon').error}
        />
      </Form>
      {aside &&
        createPortal(<Aside {...{ uploads: snapshots, waits, drawModel }} refusal={form.bind('model').error} />, aside)}
    </li>
  )
}

function Aside(props: {
  uploads: ReturnType<typeof useAssetUploads>['snapshots']
  waits: string | undefined
  drawModel: DrawModel
  refusal: string | undefined
}) {
  const { uploads, waits, drawModel, refusal } = props
  const preview = usePreview(uploads.model, drawModel)
  return (
    <AssetChecks
      uploads={uploads}
      shown={preview.shown}
      refusal={uploads.model.matches('sent') ? refusal : undefined}
      waits={waits}
      picture={preview.picture}
    />
  )
}

interface EntryOptions {
  id: string
  file: File | undefined
  queue: Queue
  draft: DraftKeeper
  form: FormActor
  model: ReturnType<typeof useAssetUploads>['uploads']['model']['actor']
  isReady: boolean
}

/** Keeps a row and its entry in the queue in step. */
function useEntry({ id, file, queue: { actor }, draft, form, model, isReady }: EntryOptions): void {
  const begun = useRef(false)
  useEffect(() => {
    if (file && !begun.current) model.send({ type: 'files.dropped', files: [file], folders: 0 })
    begun.current = true
  }, [file, model])
  useEffect(() => {
    // A file that was turned away leaves no draft, so after a reload there is nothing to bring back.
    if (!file) draft.read().then((kept) => kept ?? actor.send({ type: 'entry.removed', id }))
  }, [file, draft, actor, id])
  useEffect(() => actor.send({ type: 'entry.changed', id, isReady }), [actor, id, isReady])
  useEffect(() => {
    const refuse = () => actor.send({ type: 'entry.refused', id })
    const subscriptions = [
      actor.on('turn.given', (turn) => turn.id === id && form.send({ type: 'submit.requested' })),
      form.on('submit.blocked', refuse),
      form.subscribe((snapshot) => snapshot.hasTag('failed') && refuse()),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [actor, form, id])
}
