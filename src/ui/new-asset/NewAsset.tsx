import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import type { Asset } from '../../api/contract/assets.ts'
import { ASSET_FILE_NAMES } from '../../machines/rules/new-asset.ts'
import { placeFiles } from '../../machines/rules/place-files.ts'
import { useAtelier } from '../context.ts'
import type { DraftKeeper } from '../form/draft.ts'
import { Form } from '../form/Form.tsx'
import type { WatchedForm } from '../form/LeaveGuard.tsx'
import { ToggleField } from '../form/ToggleField.tsx'
import { Button } from '../kit/Button.tsx'
import { Confirm } from '../kit/Confirm.tsx'
import { Notice } from '../kit/Notice.tsx'
import { PageHead } from '../kit/PageHead.tsx'
import { useMachineActor } from '../machine.ts'
import { UploadField } from '../upload/UploadField.tsx'
import { useStrayFiles } from '../upload/use-stray-files.ts'
import { AssetChecks } from './AssetChecks.tsx'
import { AssetDetails } from './AssetDetails.tsx'
import { AssetFiles } from './AssetFiles.tsx'
import { type AssetChoices, AssetPlaces } from './AssetPlaces.tsx'
import { KindPreview } from './KindPreview.tsx'
import styles from './NewAsset.module.css'
import { useEntry } from './use-entry.ts'
import { type CreateAsset, type EntryActor, useEntryMachine } from './use-entry-machine.ts'
import { type DrawModel, usePreview } from './use-preview.tsx'

/** Props of {@link NewAsset}. */
export interface NewAssetProps {
  create: CreateAsset
  /** Told of the asset that was made, and whether another is wanted. */
  onCreated: (asset: Asset, wantsAnother: boolean) => void
  onDiscarded: () => void
  /** Takes several models that come together. */
  onMany: (files: readonly File[]) => void
  draft: DraftKeeper
  choices: AssetChoices
  /** Draws the viewer with a chosen model. */
  drawModel: DrawModel
  /** What stands above the form, such as what was made before. */
  notice?: ReactNode
  /** Asks before unsaved work is left behind; handed the forms it watches. */
  guard: (forms: () => readonly WatchedForm[]) => ReactNode
}

/** The page that makes an asset: its files at the left, what it will look like and what it waits for at the right. */
export function NewAsset(props: NewAssetProps) {
  const { create, onCreated, onDiscarded, onMany, draft, choices, drawModel, guard, notice } = props
  const { translate } = useAtelier()
  const [isRestored, setIsRestored] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [id] = useState(uuidv7)
  const { machine, keptOf } = useEntryMachine({ create, draftOf: () => draft })
  const entry: EntryActor = useMachineActor(machine, { input: { id } })
  const { form, uploads, snapshots, waits, refusal, keepDraft, guessedType, chooseType } = useEntry(
    entry,
    keptOf(id),
    () => setIsRestored(true),
  )
  const announce = useEffectEvent((asset: Asset) => onCreated(asset, form.values['another'] === true))
  useEffect(() => {
    const subscription = form.actor.on('form.submitted', ({ output }) => announce(output as Asset))
    return () => subscription.unsubscribe()
  }, [form.actor])
  const place = (files: readonly File[]) => {
    const vacant = ASSET_FILE_NAMES.filter((name) => snapshots[name].matches('vacant'))
    const places = placeFiles(
      files.map(({ name }) => name),
      vacant,
    )
    if (!places && files.length > 1) return onMany(files)
    for (const [index, file] of files.entries()) {
      // What finds no room takes the place of what is there; what no field takes is turned away where models are.
      const wished = places?.[index] ?? placeFiles([file.name], ASSET_FILE_NAMES)?.[0]
      const { actor } = uploads[wished ?? 'model']
      if (wished) actor.send({ type: 'removal.requested' })
      actor.send({ type: 'files.dropped', files: [file], folders: 0 })
    }
  }
  useStrayFiles(place)
  const preview = usePreview(snapshots.model, drawModel)
  const startOver = () => {
    entry.send({ type: 'entry.restarted' })
    setIsRestored(false)
    return draft.clear()
  }

  return (
    <>
      <PageHead
        title={translate('new.title')}
        actions={
          <>
            <Button variant="ghost" disabled={!form.isDirty || form.isSending} onClick={() => setIsAsking(true)}>
              {translate('new.discard')}
            </Button>
            <Button
              variant="ink"
              type="submit"
              form="new-asset"
              waiting={waits !== undefined}
              onWaitingClick={() => form.actor.send({ type: 'submit.requested' })}
              busy={(form.isSending || form.isSubmitted) && translate('action.working')}
              aria-describedby="new-asset-waits"
            >
              {translate('new.create')}
            </Button>
          </>
        }
      />
      <div className={styles.page}>
        <Form
          actor={form.actor}
          error={form.error}
          label={translate('new.title')}
          id="new-asset"
          className={styles.form}
        >
          {notice}
          {isRestored && (
            <Notice
              tone="info"
              title={translate('form.restored')}
              action={
                <Button variant="line" size="sm" onClick={startOver}>
                  {translate('form.startOver')}
                </Button>
              }
            >
              {translate('form.restoredWhat')}
            </Notice>
          )}
          <UploadField
            name="model"
            kind="glb"
            label={translate('new.model')}
            upload={uploads.model}
            error={form.bind('model').error}
            onMany={place}
            preview={<KindPreview type={form.values['type']} />}
          />
          <AssetFiles form={form} uploads={uploads} />
          <AssetDetails form={form} guessedType={guessedType} onTypeChosen={chooseType} />
          <AssetPlaces form={form} choices={choices} />
          <ToggleField
            name="another"
            bound={form.bind('another')}
            label={translate('new.another')}
            description={translate('new.anotherWhat')}
          />
        </Form>
        <AssetChecks
          uploads={snapshots}
          shown={preview.shown}
          refusal={refusal}
          waits={waits}
          picture={preview.picture}
        />
      </div>
      {guard(() => [{ actor: form.actor, keepDraft }])}
      <Confirm
        isOpen={isAsking}
        title={translate('form.discard.title')}
        verb={translate('form.discard.verb')}
        cancelText={translate('action.cancel')}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => startOver().then(onDiscarded)}
      >
        {translate('form.discard.text')}
      </Confirm>
    </>
  )
}
