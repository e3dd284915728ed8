import { type CSSProperties, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { occlusionOf } from '../../machines/rules/occlusion.ts'
import css from './AvatarViewer.module.css'
import { isAlike } from './alike.ts'
import { DotLoader, loadingWord } from './DotLoader.tsx'
import { type Asked, extrasOf } from './extras.ts'
import { orNothing } from './lazy-part.ts'
import type { Model } from './model.ts'
import { Notice } from './Notice.tsx'
import { Picture } from './Picture.tsx'
import type { Pins } from './pins.ts'
import { createPose } from './pose.ts'
import { DEFAULT_ENVIRONMENT } from './presets.ts'
import type { AvatarViewerProps } from './props.ts'
import { Scene } from './Scene.tsx'
import type { Painter } from './stage.ts'
import { Turntable } from './Turntable.tsx'
import { useCapture } from './use-capture.ts'
import { handleOf, useHandle } from './use-handle.ts'
import { usePanorama } from './use-panorama.ts'
import { useReducedMotion } from './use-reduced-motion.ts'
import { useRenderer } from './use-renderer.ts'
import { useRig } from './use-rig.ts'
import { useSame } from './use-same.ts'
import { useSpawn } from './use-spawn.ts'
import { useScene, useStage } from './use-stage.ts'
import { useDrag } from './use-turn-drag.ts'
import { VIEWER_WORDS } from './words.ts'

export type { AvatarViewerHandle, AvatarViewerProps } from './props.ts'
export type { ViewerInfo } from './viewer-info.ts'

const Hotspots = lazy(() => orNothing(import('./Hotspots.tsx').then((it) => it.Hotspots)))
const Tools = lazy(() => orNothing(import('./Tools.tsx').then((it) => it.Tools)))

const DEFAULT_POSITION = [0, 0, 5] as const

/** Shows a 3D model on a turntable that a person can turn. Stands apart from any app. */
export function AvatarViewer(props: AvatarViewerProps) {
  const { source, shadows = false, float = false, fit = false, snap = false, lockVertical = false } = props
  const { turntable = true, clip = null, environment = DEFAULT_ENVIRONMENT, zoom = false, poster } = props
  const { position = DEFAULT_POSITION, scale = 1, wireframe = false, skeleton = false, clipPlaying = true } = props
  const words = useMemo(() => ({ ...VIEWER_WORDS, ...props.words }), [props.words])
  const host = useRef<HTMLDivElement>(null)
  const frames = useRef(0)
  const occlusionTime = useRef<(() => number | null) | null>(null)
  const [root, setRoot] = useState<HTMLDivElement | null>(null)
  const [painter] = useState<Painter>(() => ({ current: null, isPicturing: false }))
  const [pose] = useState(createPose)
  const [pins] = useState<Pins>(() => new Map())
  const [floor, setFloor] = useState<number | null>(null)
  const isStill = useReducedMotion()
  // Asked for before the stage is begun.
  const surroundings = usePanorama(environment, warn)
  const view = useStage(host, {
    painter,
    isBusy: () => spawn.now().isDrawing,
    onFailed: (error) => renderer.failed(error),
  })
  const renderer = useRenderer(view)
  const rig = useRig(props.lighting, environment)
  const emotion = useSame(props.emotion, isAlike)
  const asked = useSame(props.occlusion, isAlike)
  const occlusion = useMemo(() => occlusionOf(asked), [asked])
  const [pleas, setPleas] = useState<Asked>({})
  const extras = useSame(extrasOf(props, pleas), isAlike)
  const spawn = useSpawn({
    source,
    effect: props.spawnEffect,
    animation: props.spawnAnimation,
    isStill,
    decoderPath: props.decoderPath,
    allowExternal: props.allowExternal ?? false,
    budget: props.budget,
    vrm: props.vrm ?? false,
    renderer: renderer.wanted,
    failing: renderer.failing,
    inspect: props.inspect,
    useSeen: props.useSeen,
    onLoading: props.onLoading,
    onLoaded: ({ info }) => props.onLoaded?.(info),
    onSpawnFinished: props.onSpawnFinished,
    onError: props.onError,
    onProgress: props.onProgress,
  })
  const { state, isDrawing, model, standing, shown, now, retry, again } = spawn
  const { stage, want, reveal, settled } = view
  const onShown = useCallback(
    (seen: Model) => {
      reveal()
      shown(seen)
    },
    [reveal, shown],
  )
  useScene(
    view,
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
      surroundings={surroundings}
      scale={scale}
      position={position}
      rig={rig}
      shadows={shadows}
      float={float}
      fit={fit}
      occlusion={occlusion}
      extras={extras}
      pins={pins}
      onCamera={props.onCamera}
      painter={painter}
      occlusionTime={occlusionTime}
      turntable={turntable}
      frames={frames}
      headroom={props.headroom ?? 24}
      onShown={onShown}
      onGrounded={setFloor}
    />,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: what others may take has changed
  useEffect(() => settled(), [state, isDrawing, settled])
  useEffect(() => {
    if (stage && model === null) reveal()
  }, [stage, model, reveal])
  useEffect(() => pose.subscribe(want), [pose, want])
  const isInert = standing === null
  useDrag(root, pose, { snap, lockVertical, isStill, isInert, zoom })
  useCapture(view, props.capture)

  const handle = useMemo(
    () => handleOf({ view, painter, pose, root, now, frames, occlusionTime, retry, again, plead: setPleas }),
    [view, painter, pose, root, now, retry, again],
  )
  useHandle(props.ref, handle)

  const isTriedAgain = state === 'loading' && spawn.failure !== null
  // A picture that stands in stands on no dial, and where a part is framed it is out of sight.
  const framing = extras?.sent?.move.framing ?? extras?.framing ?? 'fit'
  const isGrounded = turntable && framing === 'fit' && !(poster && spawn.failure)
  return (
    <div
      ref={setRoot}
      className={[css.viewer, props.className].filter(Boolean).join(' ')}
      // Fingers that lift the camera or move it aside scroll no page.
      style={
        {
          ...((extras?.orbit || extras?.pan) && { touchAction: 'none' }),
          ...props.style,
          ...(floor !== null && { '--viewer-floor': `${floor}px` }),
        } as CSSProperties
      }
      data-state={state}
      aria-busy={state === 'loading'}
    >
      {isGrounded && <Turntable pose={pose} isInert={isInert} zoom={zoom} words={words} />}
      {poster && isInert && !spawn.failure && <img className={css.poster} src={poster} alt="" />}
      <Picture
        host={host}
        label={props.label ?? words.label}
        // The dial is the slider where there is one.
        isSlider={!(turntable && framing === 'fit') && !isInert}
        isInert={isInert}
        pose={pose}
        zoom={zoom}
        words={words}
      />
      {state === 'loading' && <DotLoader progress={spawn.progress} words={words} isSaidElsewhere={isTriedAgain} />}
      {spawn.failure && (
        <Notice
          failure={spawn.failure}
          words={words}
          picture={poster}
          trying={isTriedAgain ? loadingWord(spawn.progress, words) : undefined}
          onRetry={retry}
        />
      )}
      {/* A server renders what is there at once: what is fetched comes on the page. */}
      {root && extras?.hotspots && (
        <Suspense fallback={null}>
          <Hotspots hotspots={extras.hotspots} pins={pins} isInert={isInert} onHotspot={props.onHotspot} />
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
