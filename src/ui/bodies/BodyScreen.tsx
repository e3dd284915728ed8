import { PolygonIcon } from '@phosphor-icons/react/Polygon'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { CageMesh } from '../../api/contract/cage-meshes.ts'
import { isForbidden } from '../../api/contract/errors.ts'
import { EVENT_KEYS } from '../../api/contract/events.ts'
import { useActiveShortcuts } from '../active-shortcuts.ts'
import { useAssetPermissions } from '../asset/use-asset-permissions.ts'
import { Breadcrumbs } from '../Breadcrumbs.tsx'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { LoadingBar } from '../kit/feedback/LoadingBar.tsx'
import { Icon } from '../kit/Icon.tsx'
import { PageHead } from '../kit/layout/PageHead.tsx'
import { StageLayout } from '../kit/layout/StageLayout.tsx'
import { ModelStage, StageChip } from '../look/ModelStage.tsx'
import { useDisplayOptions } from '../look/use-display-options.ts'
import { bodiesMessages } from '../messages/bodies.ts'
import { ErrorState } from '../shell/ErrorState.tsx'
import { ForbiddenState } from '../shell/ForbiddenState.tsx'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import type { BodyCalls, BodyWithCages } from './body-calls.ts'
import { CageDialog } from './CageDialog.tsx'
import { CageList } from './CageList.tsx'
import { CageTransferSection } from './CageTransferSection.tsx'
import { buildWireframeGlb, type CageOverlay } from './wireframe-glb.ts'

export interface BodyScreenProps {
  id: string
  calls: BodyCalls
}

const BREADCRUMBS = [{ to: '/bodies', labelKey: 'nav.bodies' }] as const

/** Page of a body: the body in the viewer with one cage over it, and actions on the body's cages. */
export function BodyScreen({ id, calls }: BodyScreenProps) {
  const translate = useTranslate(bodiesMessages)
  const { listenToEvents } = useAtelier()
  const query = useQuery({ queryKey: id, queryFn: (_, signal) => calls.read(signal), cacheName: 'body' })
  const refetch = useEffectEvent(query.refetch)
  useEffect(
    () => listenToEvents?.((event) => (event === 'gap' || event.key === EVENT_KEYS.cageMeshUpdated) && refetch()),
    [listenToEvents],
  )
  const { latestData, error, isBusy } = query
  if (isForbidden(error)) return <ForbiddenState />
  if (!latestData && error !== null) {
    return (
      <ErrorState
        level={1}
        title={translate('bodies.oneFailed')}
        list={{ to: '/bodies', label: translate('bodies.toList') }}
        onRetry={query.refetch}
        {...{ error, isBusy }}
      />
    )
  }
  return latestData ? (
    <LoadedBody caged={latestData} calls={calls} isBusy={isBusy} onChanged={query.refetch} />
  ) : (
    <>
      <PageHead title={translate('bodies.loading')} crumb={<Breadcrumbs trail={BREADCRUMBS} />} />
      <StageLayout
        isBusy
        above={<LoadingBar label={translate('bodies.loading')} />}
        asideLabel={translate('bodies.cages')}
        aside={null}
      >
        {null}
      </StageLayout>
    </>
  )
}

interface LoadedBodyProps {
  caged: BodyWithCages
  calls: BodyCalls
  isBusy: boolean
  onChanged: () => void
}

type CageDialogState = { cage?: CageMesh }

function LoadedBody({ caged: { body, cages }, calls, isBusy, onChanged }: LoadedBodyProps) {
  useActiveShortcuts('stage')
  const translate = useTranslate(bodiesMessages)
  const { mayUpdate } = useAssetPermissions(body)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [dialogState, setDialogState] = useState<CageDialogState | null>(null)
  const [refusedOverlay, setRefusedOverlay] = useState<CageOverlay | null>(null)
  const [look, setLook] = useDisplayOptions()
  // The first cage is shown until the user chooses one. An empty string means that the user chose no cage.
  const cage = chosenId === '' ? undefined : (cages.find((candidate) => candidate.id === chosenId) ?? cages[0])
  const overlay = refusedOverlay ?? (cage ? { url: cage.modelUrl } : null)
  const { data: wireframe } = useQuery({
    inspectorLabel: 'wires',
    queryKey: overlay && JSON.stringify(overlay),
    queryFn: async (queryKey, signal) => {
      const { url, mark } = JSON.parse(queryKey) as CageOverlay
      return { wire: buildWireframeGlb(await calls.loadBytes(url, signal), mark), url }
    },
  })
  // If the wireframe cannot be made, the cage's file itself is shown.
  const overlayUrl = wireframe && (wireframe.wire ?? wireframe.url)
  const source = useMemo(() => (overlayUrl ? [body.modelUrl, overlayUrl] : body.modelUrl), [body.modelUrl, overlayUrl])
  const label = cage && translate(cage.assetType ? `asset.type.${cage.assetType}` : 'cage.whole')
  return (
    <>
      <PageHead
        title={body.name}
        crumb={<Breadcrumbs trail={BREADCRUMBS} />}
        actions={
          mayUpdate && (
            <Button variant="ink" onClick={() => setDialogState({})}>
              {translate('cage.add')}
            </Button>
          )
        }
      />
      <StageLayout
        isBusy={isBusy}
        above={isBusy && <LoadingBar label={translate('bodies.loading')} />}
        isAsideFirst
        asideLabel={translate('bodies.cages')}
        aside={
          <>
            <CageList
              cages={cages}
              chosen={cage?.id ?? ''}
              onChoose={(next) => {
                setChosenId(next)
                setRefusedOverlay(null)
              }}
              onReplace={mayUpdate ? (cageToReplace) => setDialogState({ cage: cageToReplace }) : undefined}
            />
            {mayUpdate && (
              <CageTransferSection body={body} hasCages={cages.length > 0} calls={calls} onCarried={onChanged} />
            )}
          </>
        }
      >
        <ModelStage
          source={source}
          label={label ? translate('bodies.stage', { name: body.name, cage: label }) : body.name}
          name={body.name}
          look={look}
          onLook={setLook}
          picture={body.iconUrl}
          chips={
            cage && (
              <StageChip>
                <Icon>
                  <PolygonIcon />
                </Icon>
                <b>{label}</b>
                {translate('cage.vertices', { n: cage.vertices })}
              </StageChip>
            )
          }
        />
      </StageLayout>
      {dialogState && (
        <CageDialog
          body={body}
          cage={dialogState.cage}
          cages={cages}
          calls={calls}
          onRefused={setRefusedOverlay}
          onDone={(savedCage) => {
            setDialogState(null)
            setRefusedOverlay(null)
            setChosenId(savedCage.id)
            onChanged()
          }}
          onClose={() => setDialogState(null)}
        />
      )}
    </>
  )
}
