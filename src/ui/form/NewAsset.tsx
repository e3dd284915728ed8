import { useMemo, useState } from 'react'
import { type Asset, NewAsset as NewAssetSchema } from '../../api/contract/assets.ts'
import type { FormField, FormValues, Places } from '../../machines/rules/form.ts'
import { guessName, guessType } from '../../machines/rules/guess-asset.ts'
import type { ModelSource } from '../../machines/rules/model-source.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Confirm } from '../kit/Confirm.tsx'
import { Notice } from '../kit/Notice.tsx'
import { PageHead } from '../kit/PageHead.tsx'
import { AssetChecks, type Shown } from './AssetChecks.tsx'
import { AssetDetails } from './AssetDetails.tsx'
import type { DraftKeeper } from './draft.ts'
import { Form } from './Form.tsx'
import { KindPreview } from './KindPreview.tsx'
import styles from './NewAsset.module.css'
import { UploadField } from './UploadField.tsx'
import { type FormActor, useForm } from './use-form.ts'
import { useUpload } from './use-upload.ts'
import { sayWaits } from './waits.ts'

/** The fields of a new asset, in the order of the page. */
const FIELDS: readonly FormField[] = [
  { name: 'model', kind: 'file' },
  { name: 'icon', kind: 'file' },
  { name: 'name', kind: 'value' },
  { name: 'type', kind: 'value' },
  { name: 'gender', kind: 'value' },
]

const INITIAL: FormValues = {
  modelFile: undefined,
  modelUrl: undefined,
  iconFile: undefined,
  iconUrl: undefined,
  name: '',
  type: undefined,
  gender: 'neutral',
}

/** Errors of making an asset that are about one field. */
const PLACES: Places = { MODEL_INVALID: 'model' }

/** Props of {@link NewAsset}. */
export interface NewAssetProps {
  create: (body: FormValues, options: { idempotencyKey: string; signal: AbortSignal }) => Promise<Asset>
  onCreated: (asset: Asset) => void
  onDiscarded: () => void
  draft: DraftKeeper
  /** Draws the viewer with a chosen model. */
  drawModel: (source: ModelSource, told: { onLoaded: () => void; onError: () => void }) => React.ReactNode
  /** Asks before unsaved work is left behind; handed the form it watches. */
  guard: (form: FormActor) => React.ReactNode
}

/** The page that makes an asset: its files at the left, what it will look like and what it waits for at the right. */
export function NewAsset({ create, onCreated, onDiscarded, draft, drawModel, guard }: NewAssetProps) {
  const { translate, language } = useAtelier()
  const [guessed, setGuessed] = useState<{ name?: string; type?: string | undefined }>({})
  const [isRestored, setIsRestored] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const form = useForm({
    schema: NewAssetSchema,
    fields: FIELDS,
    initial: INITIAL,
    places: PLACES,
    submit: create,
    onSubmitted: onCreated,
    draft,
    onRestored: (values) => {
      setIsRestored(true)
      restore(model, values, 'model')
      restore(icon, values, 'icon')
    },
  })
  const guess = (file: File) => {
    const { values } = form.actor.getSnapshot().context
    const found = { name: guessName(file.name), type: guessType(file.name) }
    const isOurs = (key: 'name' | 'type') => (values[key] ?? '') === '' || values[key] === guessed[key]
    if (isOurs('name')) form.bind('name').onChange(found.name)
    if (found.type && isOurs('type')) form.bind('type').onChange(found.type)
    setGuessed(found)
  }
  const model = useUpload({ field: 'model', kind: 'glb', form: form.actor, onSelected: guess })
  const icon = useUpload({ field: 'icon', kind: 'icon', form: form.actor })

  const file = model.snapshot.matches('checking') ? null : model.snapshot.context.file
  const source = useMemo(() => file && new Blob([file], { type: 'model/gltf-binary' }), [file])
  const [shown, setShown] = useState<{ source: Blob; how: Shown } | null>(null)
  const seen: Shown = shown && shown.source === source ? shown.how : 'waiting'
  const waits = sayWaits({ faults: form.faults, model: model.snapshot, icon: icon.snapshot }, translate, language)

  return (
    <>
      <PageHead
        title={translate('new.title')}
        actions={
          <>
            <Button variant="ghost" isDisabled={!form.isDirty || form.isSending} onPress={() => setIsAsking(true)}>
              {translate('new.discard')}
            </Button>
            <Button
              variant="ink"
              type="submit"
              form="new-asset"
              waiting={waits !== undefined}
              busy={form.isSending || form.isSubmitted}
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
          {isRestored && (
            <Notice tone="info" title={translate('form.restored')}>
              {translate('form.restoredWhat')}
            </Notice>
          )}
          <UploadField
            name="model"
            kind="glb"
            label={translate('new.model')}
            upload={model}
            error={form.bind('model').error}
            preview={<KindPreview type={form.values['type']} />}
          />
          <div className={styles.split}>
            <UploadField
              name="icon"
              kind="icon"
              label={translate('new.icon')}
              upload={icon}
              error={form.bind('icon').error}
              asPicture
            />
            <AssetDetails form={form} guessedType={guessed.type} />
          </div>
        </Form>
        <AssetChecks
          model={model.snapshot}
          icon={icon.snapshot}
          shown={seen}
          refusal={model.snapshot.matches('sent') ? form.bind('model').error : undefined}
          waits={waits}
          picture={
            source &&
            drawModel(source, {
              onLoaded: () => setShown({ source, how: 'shown' }),
              onError: () => setShown({ source, how: 'broken' }),
            })
          }
        />
      </div>
      {guard(form.actor)}
      <Confirm
        isOpen={isAsking}
        title={translate('form.discard.title')}
        verb={translate('form.discard.verb')}
        cancelText={translate('action.cancel')}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          for (const { actor } of [model, icon]) actor.send({ type: 'removal.requested' })
          form.actor.send({ type: 'form.discarded' })
          draft.clear().then(onDiscarded)
        }}
      >
        {translate('form.discard.text')}
      </Confirm>
    </>
  )
}

function restore({ actor }: ReturnType<typeof useUpload>, values: FormValues, field: 'model' | 'icon'): void {
  const [file, url] = [values[`${field}File`], values[`${field}Url`]]
  if (!(file instanceof File)) return
  actor.send({ type: 'file.restored', file, ...(typeof url === 'string' && { url }) })
}
