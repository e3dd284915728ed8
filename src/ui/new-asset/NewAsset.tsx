import { type ReactNode, useState } from 'react'
import { type Asset, NewAsset as NewAssetSchema } from '../../api/contract/assets.ts'
import type { FormValues } from '../../machines/rules/form.ts'
import { placeFiles } from '../../machines/rules/place-files.ts'
import { useAtelier } from '../context.ts'
import type { DraftKeeper } from '../form/draft.ts'
import { Form } from '../form/Form.tsx'
import type { WatchedForm } from '../form/LeaveGuard.tsx'
import { ToggleField } from '../form/ToggleField.tsx'
import { useForm } from '../form/use-form.ts'
import { Button } from '../kit/Button.tsx'
import { Confirm } from '../kit/Confirm.tsx'
import { Notice } from '../kit/Notice.tsx'
import { PageHead } from '../kit/PageHead.tsx'
import { UploadField } from '../upload/UploadField.tsx'
import { useStrayFiles } from '../upload/use-stray-files.ts'
import { AssetChecks } from './AssetChecks.tsx'
import { AssetDetails } from './AssetDetails.tsx'
import { AssetFiles } from './AssetFiles.tsx'
import { type AssetChoices, AssetPlaces } from './AssetPlaces.tsx'
import { KindPreview } from './KindPreview.tsx'
import styles from './NewAsset.module.css'
import { ASSET_FIELDS, ASSET_FILES, ASSET_PLACES, type AssetFile, NO_ASSET, restoreFiles } from './new-asset.ts'
import { useAssetUploads } from './use-asset-uploads.ts'
import { useGuess } from './use-guess.ts'
import { type DrawModel, usePreview } from './use-preview.tsx'
import { sayWaits } from './waits.ts'

/** Makes an asset. The same `idempotencyKey` makes it once. Rejects with `ApiError`. */
export type CreateAsset = (body: FormValues, options: { idempotencyKey: string; signal: AbortSignal }) => Promise<Asset>

const ALL_FILES = Object.keys(ASSET_FILES) as AssetFile[]

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
  const { translate, language } = useAtelier()
  const [isRestored, setIsRestored] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const form = useForm({
    schema: NewAssetSchema,
    fields: ASSET_FIELDS,
    initial: NO_ASSET,
    places: ASSET_PLACES,
    submit: create,
    onSubmitted: (asset) => onCreated(asset, form.values['another'] === true),
    draft,
    onRestored: (values) => {
      setIsRestored(true)
      restoreFiles(uploads, values)
    },
  })
  const { guessed, guess, choose } = useGuess(form.actor)
  const { uploads, snapshots } = useAssetUploads(form.actor, guess)
  const { model } = uploads
  const place = (files: readonly File[]) => {
    const vacant = Object.entries(snapshots).flatMap(([name, now]) =>
      now.matches('vacant') ? [name as AssetFile] : [],
    )
    const places = placeFiles(
      files.map(({ name }) => name),
      vacant,
    )
    if (!places && files.length > 1) return onMany(files)
    for (const [index, file] of files.entries()) {
      // What finds no room takes the place of what is there; what no field takes is turned away where models are.
      const wished = places?.[index] ?? placeFiles([file.name], ALL_FILES)?.[0]
      const { actor } = uploads[wished ?? 'model']
      if (wished) actor.send({ type: 'removal.requested' })
      actor.send({ type: 'files.dropped', files: [file], folders: 0 })
    }
  }
  useStrayFiles(place)
  const preview = usePreview(model.snapshot, drawModel)
  const waits = sayWaits({ faults: form.faults, ...snapshots }, translate, language)
  const startOver = () => {
    for (const { actor } of Object.values(uploads)) actor.send({ type: 'removal.requested' })
    form.actor.send({ type: 'form.discarded' })
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
            upload={model}
            error={form.bind('model').error}
            onMany={place}
            preview={<KindPreview type={form.values['type']} />}
          />
          <AssetFiles form={form} uploads={uploads} />
          <AssetDetails form={form} guessedType={guessed.type} onTypeChosen={() => choose('type')} />
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
          refusal={model.snapshot.matches('sent') ? form.bind('model').error : undefined}
          waits={waits}
          picture={preview.picture}
        />
      </div>
      {guard(() => [form])}
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
