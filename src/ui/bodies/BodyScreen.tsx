import { PolygonIcon } from '@phosphor-icons/react/Polygon'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { CageMesh } from '../../api/contract/cage-meshes.ts'
import { isForbidden } from '../../api/contract/errors.ts'
import { EVENT_KEYS } from '../../api/contract/events.ts'
import { useRights } from '../asset/use-rights.ts'
import { useAtelier } from '../context.ts'
import { useKeysOf } from '../keys-of.ts'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import { LoadBar } from '../kit/LoadBar.tsx'
import { PageHead } from '../kit/PageHead.tsx'
import { StageRoom } from '../kit/StageRoom.tsx'
import { ModelStage, StageChip } from '../look/ModelStage.tsx'
import { useLook } from '../look/use-look.ts'
import { Crumbs } from '../shell/Crumbs.tsx'
import { FailedScene } from '../shell/FailedScene.tsx'
import { Forbidden } from '../shell/Forbidden.tsx'
import { useAsking } from '../use-asking.ts'
import type { BodyCalls, CagedBody } from './body-calls.ts'
import { CageDialog } from './CageDialog.tsx'
import { Cages } from './Cages.tsx'
import { Carry } from './Carry.tsx'
import { type Shown, wireOf } from './wire-glb.ts'

/** Props of {@link BodyScreen}. */
export interface BodyScreenProps {
  id: string
  calls: BodyCalls
}

const TRAIL = [{ to: '/bodies', word: 'nav.bodies' }] as const

/** A body on its turntable with one of its cages over it, and what can be done about its cages. */
export function BodyScreen({ id, calls }: BodyScreenProps) {
  const { translate, listen } = useAtelier()
  const reading = useAsking({ question: id, ask: (_, signal) => calls.read(signal), keptAs: 'body' })
  const again = useEffectEvent(reading.askAgain)
  useEffect(() => listen?.((news) => (news === 'gap' || news.key === EVENT_KEYS.cageMeshUpdated) && again()), [listen])
  const { latest, error, isBusy } = reading
  if (isForbidden(error)) return <Forbidden />
  if (!latest && error !== null) {
    return (
      <FailedScene
        level={1}
        title={translate('bodies.failed.one')}
        list={{ to: '/bodies', label: translate('bodies.toList') }}
        onRetry={reading.askAgain}
        {...{ error, isBusy }}
      />
    )
  }
  return latest ? (
    <Loaded caged={latest} calls={calls} isBusy={isBusy} onChanged={reading.askAgain} />
  ) : (
    <>
      <PageHead title={translate('bodies.loading')} crumb={<Crumbs trail={TRAIL} />} />
      <StageRoom
        isBusy
        above={<LoadBar label={translate('bodies.loading')} />}
        asideLabel={translate('bodies.cages')}
        aside={null}
      >
        {null}
      </StageRoom>
    </>
  )
}

interface LoadedProps {
  caged: CagedBody
  calls: BodyCalls
  isBusy: boolean
  onChanged: () => void
}

/** What is being asked for: another model for a cage, or a new one. */
type Wanted = { cage?: CageMesh }

function Loaded({ caged: { body, cages }, calls, isBusy, onChanged }: LoadedProps) {
  useKeysOf('stage')
  const { translate } = useAtelier()
  const { mayUpdate } = useRights(body)
  const [chosen, setChosen] = useState<string | null>(null)
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [tried, setTried] = useState<Shown | null>(null)
  const [look, setLook] = useLook()
  // The first is shown until somebody chooses; none can be chosen, too.
  const cage = chosen === '' ? undefined : (cages.find((it) => it.id === chosen) ?? cages[0])
  const shown = tried ?? (cage ? { url: cage.modelUrl } : null)
  const { answer: wire } = useAsking({
    about: 'wires',
    question: shown && JSON.stringify(shown),
    ask: async (question, signal) => {
      const { url, mark } = JSON.parse(question) as Shown
      return { wire: wireOf(await calls.bytes(url, signal), mark), url }
    },
  })
  // A file that only the viewer can read stands there as it is.
  const over = wire && (wire.wire ?? wire.url)
  const source = useMemo(() => (over ? [body.modelUrl, over] : body.modelUrl), [body.modelUrl, over])
  const label = cage && translate(cage.assetType ? `asset.type.${cage.assetType}` : 'cage.whole')
  return (
    <>
      <PageHead
        title={body.name}
        crumb={<Crumbs trail={TRAIL} />}
        actions={
          mayUpdate && (
            <Button variant="ink" onClick={() => setWanted({})}>
              {translate('cage.add')}
            </Button>
          )
        }
      />
      <StageRoom
        isBusy={isBusy}
        above={isBusy && <LoadBar label={translate('bodies.loading')} />}
        isAsideFirst
        asideLabel={translate('bodies.cages')}
        aside={
          <>
            <Cages
              cages={cages}
              chosen={cage?.id ?? ''}
              onChoose={(next) => {
                setChosen(next)
                setTried(null)
              }}
              onReplace={mayUpdate ? (it) => setWanted({ cage: it }) : undefined}
            />
            {mayUpdate && <Carry body={body} hasCages={cages.length > 0} calls={calls} onCarried={onChanged} />}
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
      </StageRoom>
      {wanted && (
        <CageDialog
          body={body}
          cage={wanted.cage}
          cages={cages}
          calls={calls}
          onRefused={setTried}
          onDone={(made) => {
            setWanted(null)
            setTried(null)
            setChosen(made.id)
            onChanged()
          }}
          onClose={() => setWanted(null)}
        />
      )}
    </>
  )
}
