import { useEffect, useEffectEvent, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import { ASSET_TYPES, type Asset, type AssetType } from '../../api/contract/assets.ts'
import type { CageMesh } from '../../api/contract/cage-meshes.ts'
import { ApiError, wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Notice } from '../kit/Notice.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import { UploadField } from '../upload/UploadField.tsx'
import { useFileUpload } from '../upload/use-file-upload.ts'
import { useAsking } from '../use-asking.ts'
import styles from './Bodies.module.css'
import type { BodyCalls } from './body-calls.ts'
import type { Place, Shown } from './wire-glb.ts'

/** Props of {@link CageDialog}. */
export interface CageDialogProps {
  body: Asset
  /** The cage whose model is replaced; without one a new one is added. */
  cage: CageMesh | undefined
  /** Those that the body has. */
  cages: readonly CageMesh[]
  calls: BodyCalls
  /** Told of a cage that was refused, and where it is wrong, to be shown over the body. */
  onRefused: (shown: Shown) => void
  onDone: (cage: CageMesh) => void
  onClose: () => void
}

/** What a cage is for, where it is for all types that have none of their own. */
const WHOLE = 'whole'
const TYPES = ASSET_TYPES.filter((type) => type !== 'bodyshape')

/** Asks for a cage's model, which the server checks with the body; what is wrong with it is told here and shown over the body. */
export function CageDialog({ body, cage, cages, calls, onRefused, onDone, onClose }: CageDialogProps) {
  const { translate, language } = useAtelier()
  const upload = useFileUpload('glb')
  const { snapshot } = upload
  const free = [WHOLE, ...TYPES].find((type) => !cages.some(({ assetType = WHOLE }) => assetType === type))
  const [type, setType] = useState<string>(free ?? WHOLE)
  const [asked, setAsked] = useState<string | null>(null)
  const url = snapshot.matches('sent') ? snapshot.context.url : null
  // The same intent as long as the same is asked for: an answer that was lost adds no second cage.
  const [key] = useState(uuidv7)
  const saving = useAsking({
    about: 'cage',
    question: asked,
    ask: (question, signal) => {
      const { modelUrl, assetType } = JSON.parse(question) as { modelUrl: string; assetType: string }
      if (cage) return calls.replace(cage, modelUrl, signal)
      const wanted = { modelUrl, assetType: assetType === WHOLE ? undefined : (assetType as AssetType) }
      return calls.add(body, wanted, `${key} ${question}`, signal)
    },
  })
  const { answer, error } = saving
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (answer) done(answer)
  }, [answer])
  const found = foundOf(error)
  const refused = useEffectEvent(() => url !== null && found && onRefused({ url, mark: found.place }))
  useEffect(() => void (error !== null && refused()), [error])
  const wanted = url === null ? null : JSON.stringify({ modelUrl: url, assetType: type })
  const say = (place: Place) => place.map((part) => formatNumber(part, language)).join(' / ')
  const leave = () => {
    if (!snapshot.matches('vacant') && !snapshot.matches('sent')) upload.actor.send({ type: 'removal.requested' })
    onClose()
  }
  const title = translate(cage ? 'cage.replace' : 'cage.add')
  return (
    <Dialog
      isOpen
      onClose={leave}
      title={title}
      closeLabel={translate('action.close')}
      footer={
        <>
          <Button onClick={leave}>{translate('action.cancel')}</Button>
          <Button
            variant="ink"
            waiting={wanted === null}
            busy={saving.isBusy && translate('cage.checking')}
            onClick={() => (asked !== null && asked === wanted ? saving.askAgain() : setAsked(wanted))}
          >
            {title}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <p className={styles.why}>{translate('cage.what')}</p>
        {!cage && (
          <SelectField
            label={translate('cage.for')}
            placeholder={translate('cage.for')}
            items={[WHOLE, ...TYPES].map((id) => ({
              id,
              label: translate(id === WHOLE ? 'cage.whole' : `asset.type.${id}`),
            }))}
            value={type}
            onChange={setType}
          />
        )}
        <UploadField name="model" kind="glb" label={translate('cage.model')} upload={upload} />
        {error !== null && (
          <Notice tone="bad">
            {translate(wordOf(error))}
            {found && ` ${translate('cage.found', { n: found.count, place: say(found.place) })}`}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

/** How many places of a refused cage are at fault, and one of them; undefined where the refusal is about something else. */
function foundOf(error: unknown): { count: number; place: Place } | undefined {
  const details = error instanceof ApiError ? error.details : undefined
  if (typeof details !== 'object' || details === null || !('found' in details)) return undefined
  const { count, place } = details.found as { count?: unknown; place?: unknown }
  const isPlace = Array.isArray(place) && place.length === 3 && place.every((part) => typeof part === 'number')
  return typeof count === 'number' && isPlace ? { count, place: place as unknown as Place } : undefined
}
