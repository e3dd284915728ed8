import { lazy, Suspense } from 'react'
import { lifeParts } from '../../../machines/rules/life.ts'
import type { Aim } from '../aim.ts'
import type { Extras as Wanted } from '../extras.ts'
import { orNothing } from '../lazy-part.ts'
import type { Model } from '../model.ts'
import type { Pins } from '../pins.ts'
import { useEver } from '../use-ever.ts'
import type { CameraView } from '../viewer-settings.ts'
import { Life } from './Life.tsx'
import type { ExtraProps } from './props.ts'

/** Props of {@link Extras}. */
export interface ExtrasProps extends ExtraProps {
  wanted: Wanted
  aim: Aim
  pins: Pins
  onCamera: ((view: CameraView) => void) | undefined
  /** Who is to stand there next, dressed by then. */
  coming: Model | null
  /** A model wears what is asked for. */
  onWorn: (model: Model) => void
  /** The camera is where it is asked to be. */
  onAimed: () => void
}

const Camera = lazy(() => orNothing(import('./Camera.tsx').then((it) => it.Camera)))
const Materials = lazy(() => orNothing(import('./Materials.tsx').then((it) => it.Materials)))
const Pinning = lazy(() => orNothing(import('./Pinning.tsx').then((it) => it.Pinning)))
const Study = lazy(() => orNothing(import('./Study.tsx').then((it) => it.Study)))
const Mouth = lazy(() => orNothing(import('./Mouth.tsx').then((it) => it.Mouth)))

const UNPAINTED = {}

const CAMERA = [
  'framing',
  'target',
  'orbit',
  'pan',
  'autoRotate',
  'yawLimits',
  'elevationLimits',
  'zoomLimits',
  'sent',
] as const

/** What a viewer does beside the specification. Fetched when the first of it is asked for. */
export function Extras({ wanted, aim, pins, onCamera, coming, onWorn, onAimed, ...props }: ExtrasProps) {
  const { model } = props
  const dressed = [...new Set([model, coming])].filter((one) => one !== null)
  const parts = lifeParts(wanted.life)
  const isAlive = useEver(parts.length > 0 || Boolean(wanted.gaze))
  return (
    <>
      {model && isAlive && (
        <Life key={model.root.uuid} {...props} model={model} parts={parts} gaze={wanted.gaze ?? null} />
      )}
      {model && (wanted.visemes || wanted.speech) && (
        <Suspense fallback={null}>
          <Mouth
            key={model.root.uuid}
            {...props}
            model={model}
            visemes={wanted.visemes}
            speech={wanted.speech ?? null}
          />
        </Suspense>
      )}
      {(wanted.variant || wanted.paints) &&
        dressed.map((one) => (
          <Suspense key={one.root.uuid} fallback={null}>
            <Materials
              model={one}
              variant={wanted.variant ?? null}
              paints={wanted.paints ?? UNPAINTED}
              onWorn={onWorn}
            />
          </Suspense>
        ))}
      {model && wanted.hotspots && (
        <Suspense fallback={null}>
          <Pinning key={model.root.uuid} model={model} hotspots={wanted.hotspots} pins={pins} />
        </Suspense>
      )}
      {model && (wanted.surface || wanted.highlight) && (
        <Suspense fallback={null}>
          <Study
            key={model.root.uuid}
            model={model}
            body={props.body}
            surface={wanted.surface ?? 'lit'}
            highlight={wanted.highlight?.part ?? null}
          />
        </Suspense>
      )}
      {CAMERA.some((name) => wanted[name]) && (
        <Suspense fallback={null}>
          <Camera {...props} {...wanted} sent={wanted.sent} aim={aim} onCamera={onCamera} onAimed={onAimed} />
        </Suspense>
      )}
    </>
  )
}
