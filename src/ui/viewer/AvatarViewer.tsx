import { type CSSProperties, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { resolveOcclusion } from '../../machines/viewer/occlusion.ts'
import css from './AvatarViewer.module.css'
import { useTurnDrag } from './camera/use-turn-drag.ts'
import { DotLoader, loadingText } from './DotLoader.tsx'
import { useSpawn } from './entrance/use-spawn.ts'
import { type HandleRequests, resolveExtras } from './extra-settings.ts'
import type { HotspotElements } from './hotspot-elements.ts'
import { withEmptyFallback } from './lazy-component.ts'
import { DEFAULT_ENVIRONMENT } from './light/environment-names.ts'
import { useLightRig } from './light/use-light-rig.ts'
import { usePanorama } from './light/use-panorama.ts'
import type { Model } from './load/model.ts'
import { isRenderEqual } from './motion/is-render-equal.ts'
import { createPoseStore } from './motion/pose.ts'
import { useReducedMotion } from './motion/use-reduced-motion.ts'
import { Notice } from './Notice.tsx'
import type { AvatarViewerProps } from './props.ts'
import { Scene } from './Scene.tsx'
import type { Painter } from './stage/stage.ts'
import { Turntable } from './stage/Turntable.tsx'
import { useCapture } from './stage/use-capture.ts'
import { useRenderer } from './stage/use-renderer.ts'
import { useScene, useStage } from './stage/use-stage.ts'
import { ViewerCanvas } from './stage/ViewerCanvas.tsx'
import { createHandle, useHandle } from './use-handle.ts'
import { useStable } from './use-stable.ts'
import { VIEWER_WORDS } from './viewer-words.ts'

export type { AvatarViewerHandle, AvatarViewerProps } from './props.ts'
export type { ViewerInfo } from './viewer-info.ts'

const Hotspots = lazy(() => withEmptyFallback(import('./Hotspots.tsx').then((module) => module.Hotspots)))
const Tools = lazy(() => withEmptyFallback(import('./Tools.tsx').then((module) => module.Tools)))

const DEFAULT_POSITION = [0, 0, 5] as const

/** Shows a 3D model on a turntable that the user can rotate. */
export function AvatarViewer(props: AvatarViewerProps) {
  const { source, shadows = false, float = false, fit = false, snap = false, lockVertical = false } = props
  const { turntable = true, clip = null, environment = DEFAULT_ENVIRONMENT, zoom = false, poster } = props
  const { position = DEFAULT_POSITION, scale = 1, wireframe = false, skeleton = false, clipPlaying = true } = props
  const words = useMemo(() => ({ ...VIEWER_WORDS, ...props.words }), [props.words])
  const host = useRef<HTMLDivElement>(null)
  const frameCount = useRef(0)
  const occlusionTime = useRef<(() => number | null) | null>(null)
  const [root, setRoot] = useState<HTMLDivElement | null>(null)
  const [painter] = useState<Painter>(() => ({ current: null, isCapturing: false }))
  const [pose] = useState(createPoseStore)
  const [hotspotElements] = useState<HotspotElements>(() => new Map())
  const [floorOffset, setFloorOffset] = useState<number | null>(null)
  const isStill = useReducedMotion()
  // Called before `useStage`, so that the panorama request starts first.
  const panorama = usePanorama(environment, warn)
  const stageView = useStage(host, {
    painter,
    isBusy: () => spawn.readSpawn().isDrawing,
    onFailed: (error) => renderer.reportFailure(error),
  })
  const renderer = useRenderer(stageView)
  const lightRig = useLightRig(props.lighting, environment)
  const emotion = useStable(props.emotion, isRenderEqual)
  const occlusionSettings = useStable(props.occlusion, isRenderEqual)
  const occlusion = useMemo(() => resolveOcclusion(occlusionSettings), [occlusionSettings])
  const [handleRequests, setHandleRequests] = useState<HandleRequests>({})
  const extras = useStable(resolveExtras(props, handleRequests), isRenderEqual)
  const spawn = useSpawn({
    source,
    effect: props.spawnEffect,
    animation: props.spawnAnimation,
    isStill,
    decoderPath: props.decoderPath,
    allowExternal: props.allowExternal ?? false,
    budget: props.budget,
    vrm: props.vrm ?? false,
    renderer: renderer.waitForRenderer,
    failureSignal: renderer.failureSignal,
    inspect: props.inspect,
    useSeen: props.useSeen,
    onLoading: props.onLoading,
    onLoaded: ({ info }) => props.onLoaded?.(info),
    onSpawnFinished: props.onSpawnFinished,
    onError: props.onError,
    onProgress: props.onProgress,
  })
  const { state, isDrawing, model, shownModel, reportShown, readSpawn, retry, replayEntrance } = spawn
  const { stage, requestDraw, reveal, onStateChange } = stageView
  const onShown = useCallback(
    (newModel: Model) => {
      reveal()
      reportShown(newModel)
    },
    [reveal, reportShown],
  )
  useScene(
    stageView,
    <Scene
      model={model}
      emotion={emotion}
      clip={clip}
      clipPlaying={clipPlaying}
      clipSpeed={props.clipSpeed}
      clipTime={props.clipTime}
      onClipTime={props.onClipTime}
      wireframe={wireframe}
      skeleton={skeleton}
      isStill={isStill}
      animation={spawn.animation}
      effect={spawn.effect}
      pose={pose}
      environment={panorama}
      scale={scale}
      position={position}
      rig={lightRig}
      shadows={shadows}
      float={float}
      fit={fit}
      occlusion={occlusion}
      extras={extras}
      hotspotElements={hotspotElements}
      onCamera={props.onCamera}
      painter={painter}
      occlusionTime={occlusionTime}
      turntable={turntable}
      frameCount={frameCount}
      headroom={props.headroom ?? 24}
      onShown={onShown}
      onGrounded={setFloorOffset}
    />,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new state may free a drawing slot for another viewer
  useEffect(() => onStateChange(), [state, isDrawing, onStateChange])
  useEffect(() => {
    if (stage && model === null) reveal()
  }, [stage, model, reveal])
  useEffect(() => pose.subscribe(requestDraw), [pose, requestDraw])
  const isInert = shownModel === null
  useTurnDrag(root, pose, { snap, lockVertical, isStill, isInert, zoom })
  useCapture(stageView, props.capture)

  const handle = useMemo(
    () =>
      createHandle({
        stageView,
        painter,
        pose,
        root,
        readSpawn,
        frameCount,
        occlusionTime,
        retry,
        replayEntrance,
        updateRequests: setHandleRequests,
      }),
    [stageView, painter, pose, root, readSpawn, retry, replayEntrance],
  )
  useHandle(props.ref, handle)

  const isRetrying = state === 'loading' && spawn.failure !== null
  // The dial is hidden while the poster of a failed load is shown, and while the camera frames only part of the model.
  const framing = extras?.cameraCommand?.move.framing ?? extras?.framing ?? 'fit'
  const isDialShown = turntable && framing === 'fit' && !(poster && spawn.failure)
  return (
    <div
      ref={setRoot}
      className={[css.viewer, props.className].filter(Boolean).join(' ')}
      // With `orbit` or `pan`, touch gestures move the camera, so they must not scroll the page.
      style={
        {
          ...((extras?.orbit || extras?.pan) && { touchAction: 'none' }),
          ...props.style,
          ...(floorOffset !== null && { '--viewer-floor': `${floorOffset}px` }),
        } as CSSProperties
      }
      data-state={state}
      aria-busy={state === 'loading'}
    >
      {isDialShown && <Turntable pose={pose} isInert={isInert} zoom={zoom} words={words} />}
      {poster && isInert && !spawn.failure && <img className={css.poster} src={poster} alt="" />}
      <ViewerCanvas
        host={host}
        label={props.label ?? words.label}
        // Without the dial, the canvas has the slider role for assistive technology.
        isSlider={!(turntable && framing === 'fit') && !isInert}
        isInert={isInert}
        pose={pose}
        zoom={zoom}
        words={words}
      />
      {state === 'loading' && <DotLoader progress={spawn.progress} words={words} hidesCard={isRetrying} />}
      {spawn.failure && (
        <Notice
          failure={spawn.failure}
          words={words}
          picture={poster}
          retryMessage={isRetrying ? loadingText(spawn.progress, words) : undefined}
          onRetry={retry}
        />
      )}
      {/* Not rendered on the server: lazily fetched code is mounted on the client only. */}
      {root && extras?.hotspots && (
        <Suspense fallback={null}>
          <Hotspots
            hotspots={extras.hotspots}
            elements={hotspotElements}
            isInert={isInert}
            onHotspot={props.onHotspot}
          />
        </Suspense>
      )}
      {root && (props.tools || props.ar) && (
        <Suspense fallback={null}>
          <Tools root={root} words={words} isInert={isInert} handle={handle} tools={props.tools} ar={props.ar} />
        </Suspense>
      )}
    </div>
  )
}

const warn = (error: unknown) => console.warn(String(error))
