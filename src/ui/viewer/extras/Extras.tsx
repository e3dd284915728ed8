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
  settings: ExtraSettings
  aim: CameraAim
  hotspotElements: HotspotElements
  onCamera: ((view: CameraView) => void) | undefined
  /** Next model, whose materials are applied before it is shown. */
  nextModel: Model | null
  onMaterialsApplied: (model: Model) => void
  onCameraApplied: () => void
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
export function Extras({
  settings,
  aim,
  hotspotElements,
  onCamera,
  nextModel,
  onMaterialsApplied,
  onCameraApplied,
  ...props
}: ExtrasProps) {
  const { model } = props
  const modelsToPaint = [...new Set([model, nextModel])].filter((paintedModel) => paintedModel !== null)
  const parts = resolveLifeParts(settings.life)
  const hasLife = useLatched(parts.length > 0 || Boolean(settings.gaze))
  return (
    <>
      {model && hasLife && (
        <IdleBehaviour key={model.root.uuid} {...props} model={model} parts={parts} gaze={settings.gaze ?? null} />
      )}
      {model && (settings.visemes || settings.speech) && (
        <Suspense fallback={null}>
          <Mouth
            key={model.root.uuid}
            {...props}
            model={model}
            visemes={settings.visemes}
            speech={settings.speech ?? null}
          />
        </Suspense>
      )}
      {(settings.variant || settings.paints) &&
        modelsToPaint.map((paintedModel) => (
          <Suspense key={paintedModel.root.uuid} fallback={null}>
            <Materials
              model={paintedModel}
              variant={settings.variant ?? null}
              paints={settings.paints ?? NO_PAINTS}
              onApplied={onMaterialsApplied}
            />
          </Suspense>
        ))}
      {model && settings.hotspots && (
        <Suspense fallback={null}>
          <HotspotPositions
            key={model.root.uuid}
            model={model}
            hotspots={settings.hotspots}
            elements={hotspotElements}
          />
        </Suspense>
      )}
      {model && (settings.surface || settings.highlight) && (
        <Suspense fallback={null}>
          <Inspection
            key={model.root.uuid}
            model={model}
            motion={props.motion}
            surface={settings.surface ?? 'lit'}
            highlight={settings.highlight?.part ?? null}
          />
        </Suspense>
      )}
      {CAMERA_OPTIONS.some((name) => settings[name]) && (
        <Suspense fallback={null}>
          <Camera
            {...props}
            {...settings}
            command={settings.cameraCommand}
            aim={aim}
            onCamera={onCamera}
            onCameraApplied={onCameraApplied}
          />
        </Suspense>
      )}
    </>
  )
}
