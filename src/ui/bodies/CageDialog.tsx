import { useEffect, useEffectEvent, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import { ASSET_TYPES, type Asset, type AssetType } from '../../api/contract/assets.ts'
import type { CageMesh } from '../../api/contract/cage-meshes.ts'
import { ApiError, getErrorMessageKey } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { SelectField } from '../kit/fields/SelectField.tsx'
import { Dialog } from '../kit/overlays/Dialog.tsx'
import { bodiesMessages } from '../messages/bodies.ts'
import { UploadField } from '../upload/UploadField.tsx'
import { useFileUpload } from '../upload/use-file-upload.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './Bodies.module.css'
import type { BodyCalls } from './body-calls.ts'
import type { CageOverlay, Point3 } from './wireframe-glb.ts'

export interface CageDialogProps {
  body: Asset
  /** Cage whose model the dialog replaces. If undefined, the dialog adds a cage. */
  cage: CageMesh | undefined
  cages: readonly CageMesh[]
  calls: BodyCalls
  /** Receives the URL of a refused cage and the position of a fault, to show them over the body. */
  onRefused: (overlay: CageOverlay) => void
  onDone: (cage: CageMesh) => void
  onClose: () => void
}

/** Option for the cage that applies to all asset types without a cage of their own. */
const WHOLE_BODY = 'whole' as const
const CAGE_TYPES = ASSET_TYPES.filter((type) => type !== 'bodyshape')

/**
 * Dialog for a cage's model. The server checks the model against the body. Errors are listed in the dialog and shown over the
 * body.
 */
export function CageDialog({ body, cage, cages, calls, onRefused, onDone, onClose }: CageDialogProps) {
  const translate = useTranslate(bodiesMessages)
  const { language } = useAtelier()
  const upload = useFileUpload('glb')
  const { snapshot } = upload
  const freeType = [WHOLE_BODY, ...CAGE_TYPES].find(
    (type) => !cages.some(({ assetType = WHOLE_BODY }) => assetType === type),
  )
  const [type, setType] = useState<string>(freeType ?? WHOLE_BODY)
  const [requestKey, setRequestKey] = useState<string | null>(null)
  const url = snapshot.matches('sent') ? snapshot.context.url : null
  // Idempotency key: a request repeated after a lost response adds no second cage.
  const [key] = useState(uuidv7)
  const saveQuery = useQuery({
    inspectorLabel: 'cage',
    queryKey: requestKey,
    queryFn: (queryKey, signal) => {
      const { modelUrl, assetType } = JSON.parse(queryKey) as { modelUrl: string; assetType: string }
      if (cage) return calls.replace(cage, modelUrl, signal)
      const cageBody = { modelUrl, assetType: assetType === WHOLE_BODY ? undefined : (assetType as AssetType) }
      return calls.add(body, cageBody, `${key} ${queryKey}`, signal)
    },
  })
  const { data, error } = saveQuery
  const onSaved = useEffectEvent(onDone)
  useEffect(() => {
    if (data) onSaved(data)
  }, [data])
  const faultyPlaces = cageFaultsOf(error)
  const reportRefusal = useEffectEvent(
    () => url !== null && faultyPlaces && onRefused({ url, mark: faultyPlaces.place }),
  )
  useEffect(() => void (error !== null && reportRefusal()), [error])
  const newRequestKey = url === null ? null : JSON.stringify({ modelUrl: url, assetType: type })
  const formatPoint = (point: Point3) => point.map((part) => formatNumber(part, language)).join(' / ')
  const closeDialog = () => {
    if (!snapshot.matches('empty') && !snapshot.matches('sent')) upload.actor.send({ type: 'removal.requested' })
    onClose()
  }
  const title = translate(cage ? 'cage.replace' : 'cage.add')
  return (
    <Dialog
      isOpen
      onClose={closeDialog}
      title={title}
      closeLabel={translate('action.close')}
      footer={
        <>
          <Button onClick={closeDialog}>{translate('action.cancel')}</Button>
          <Button
            variant="ink"
            waiting={newRequestKey === null}
            busy={saveQuery.isBusy && translate('cage.checking')}
            onClick={() =>
              requestKey !== null && requestKey === newRequestKey ? saveQuery.refetch() : setRequestKey(newRequestKey)
            }
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
            items={[WHOLE_BODY, ...CAGE_TYPES].map((id) => ({
              id,
              label: translate(id === WHOLE_BODY ? 'cage.whole' : `asset.type.${id}`),
            }))}
            value={type}
            onChange={setType}
          />
        )}
        <UploadField name="model" kind="glb" label={translate('cage.model')} upload={upload} />
        {error !== null && (
          <Notice tone="bad">
            {translate(getErrorMessageKey(error))}
            {faultyPlaces &&
              ` ${translate('cage.found', { n: faultyPlaces.count, place: formatPoint(faultyPlaces.place) })}`}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

/** Returns the number of faults of a refused cage and the position of one fault. Returns undefined for other errors. */
function cageFaultsOf(error: unknown): { count: number; place: Point3 } | undefined {
  const details = error instanceof ApiError ? error.details : undefined
  if (typeof details !== 'object' || details === null || !('found' in details)) return undefined
  const { count, place: point } = details.found as { count?: unknown; place?: unknown }
  const isPlace = Array.isArray(point) && point.length === 3 && point.every((part) => typeof part === 'number')
  return typeof count === 'number' && isPlace ? { count, place: point as unknown as Point3 } : undefined
}
