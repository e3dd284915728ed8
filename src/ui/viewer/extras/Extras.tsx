import { lazy, Suspense } from 'react'
import { resolveLifeParts } from '../../../machines/viewer/life.ts'
import type { CameraAim } from '../camera/camera-aim.ts'
import type { ExtraSettings } from '../extra-settings.ts'
import type { HotspotElements } from '../hotspot-elements.ts'
import { withEmptyFallback } from '../lazy-component.ts'
import type { Model } from '../load/model.ts'
import { useLatched } from '../use-latched.ts'
import type { CameraView } from '../viewer-settings.ts'
import type { CommonExtraProps } from './extra-props.ts'
import { IdleBehaviour } from './IdleBehaviour.tsx'

export interface ExtrasProps extends CommonExtraProps {
  wanted: ExtraSettings
  aim: CameraAim
  pins: HotspotElements
  onCamera: ((view: CameraView) => void) | undefined
  /** Next model, whose materials are applied before it is shown. */
  coming: Model | null
  /** Called once the requested materials are applied to a model. */
  onWorn: (model: Model) => void
  onAimed: () => void
}

const Camera = lazy(() => withEmptyFallback(import('./CameraController.tsx').then((module) => module.CameraController)))
const Materials = lazy(() => withEmptyFallback(import('./Materials.tsx').then((module) => module.Materials)))
const HotspotPositions = lazy(() =>
  withEmptyFallback(import('./HotspotPositions.tsx').then((module) => module.HotspotPositions)),
)
const Inspection = lazy(() => withEmptyFallback(import('./Inspection.tsx').then((module) => module.Inspection)))
const Mouth = lazy(() => withEmptyFallback(import('./Mouth.tsx').then((module) => module.Mouth)))

const NO_PAINTS = {}

const CAMERA_OPTIONS = [
  'framing',
  'target',
  'orbit',
  'pan',
  'autoRotate',
  'yawLimits',
  'elevationLimits',
  'zoomLimits',
  'cameraCommand',
] as const

/** Renders the viewer options beyond the specification. This module is fetched when the first such option is used. */
export function Extras({ wanted, aim, pins, onCamera, coming, onWorn, onAimed, ...props }: ExtrasProps) {
  const { model } = props
  const modelsToPaint = [...new Set([model, coming])].filter((painted) => painted !== null)
  const parts = resolveLifeParts(wanted.life)
  const hasLife = useLatched(parts.length > 0 || Boolean(wanted.gaze))
  return (
    <>
      {model && hasLife && (
        <IdleBehaviour key={model.root.uuid} {...props} model={model} parts={parts} gaze={wanted.gaze ?? null} />
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
        modelsToPaint.map((painted) => (
          <Suspense key={painted.root.uuid} fallback={null}>
            <Materials
              model={painted}
              variant={wanted.variant ?? null}
              paints={wanted.paints ?? NO_PAINTS}
              onWorn={onWorn}
            />
          </Suspense>
        ))}
      {model && wanted.hotspots && (
        <Suspense fallback={null}>
          <HotspotPositions key={model.root.uuid} model={model} hotspots={wanted.hotspots} pins={pins} />
        </Suspense>
      )}
      {model && (wanted.surface || wanted.highlight) && (
        <Suspense fallback={null}>
          <Inspection
            key={model.root.uuid}
            model={model}
            body={props.body}
            surface={wanted.surface ?? 'lit'}
            highlight={wanted.highlight?.part ?? null}
          />
        </Suspense>
      )}
      {CAMERA_OPTIONS.some((name) => wanted[name]) && (
        <Suspense fallback={null}>
          <Camera {...props} {...wanted} sent={wanted.cameraCommand} aim={aim} onCamera={onCamera} onAimed={onAimed} />
        </Suspense>
      )}
    </>
  )
}
