import { type CSSProperties, type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { WebGLRenderer } from 'three'
import type { Emotion } from '../../machines/rules/emotion.ts'
import type { ModelSource } from '../../machines/rules/model-source.ts'
import css from './AvatarViewer.module.css'
import type { Progress } from './bytes.ts'
import { asDataUrl, type CaptureOptions, takePicture } from './capture.ts'
import { DotLoader } from './DotLoader.tsx'
import { DIAL } from './dial.ts'
import type { ModelInfo } from './model.ts'
import { createPose } from './pose.ts'
import { DEFAULT_ENVIRONMENT } from './presets.ts'
import { Scene } from './Scene.tsx'
import { Turntable } from './Turntable.tsx'
import { useDrag } from './use-drag.ts'
import { useReducedMotion } from './use-reduced-motion.ts'
import { type SpawnAnimationSpec, type SpawnEffectSpec, useSpawn, type ViewerState } from './use-spawn.ts'
import { useStage } from './use-stage.ts'
import { ViewerError } from './viewer-error.ts'
import { VIEWER_WORDS, type ViewerWords } from './words.ts'

/** What a viewer is told. Spec §2, §3; lengths in metres unless said otherwise. */
export interface AvatarViewerProps {
  /** What to show; anything that is no model source shows the empty turntable and warns once. */
  source: ModelSource | null
  /** Alternative text of the picture. */
  label?: string
  /** Default 1. */
  scale?: number
  /** The name of a preset, or where a panorama (.hdr, .exr, image) lies. Default "city". */
  environment?: string
  /** Where the camera stands. Default (0, 0, 5). */
  position?: readonly [number, number, number]
  style?: CSSProperties
  className?: string
  shadows?: boolean
  float?: boolean
  fit?: boolean
  snap?: boolean
  lockVertical?: boolean
  /** Takes a picture each time `trigger` becomes true, and hands it over as a data URL. */
  capture?: { trigger: boolean; callBack: (picture: string) => void; settings?: { type?: string; quality?: number } }
  emotion?: Emotion
  spawnEffect?: SpawnEffectSpec
  spawnAnimation?: SpawnAnimationSpec
  /** A clip of the model's own that plays on, by name or 0-based index. Default none. */
  clip?: string | number | null
  /** Whether the dial is drawn. Default true. */
  turntable?: boolean
  /** CSS pixels kept free above a fitted model. Default 24. */
  headroom?: number
  /** A folder with the decoders under three's own names, instead of the viewer's. */
  decoderPath?: string
  words?: Partial<ViewerWords>
  onLoading?: () => void
  /** After the first frame that shows the model, once for each source. */
  onLoaded?: (info: ModelInfo) => void
  onSpawnFinished?: () => void
  onError?: (error: ViewerError) => void
  onProgress?: (progress: Progress) => void
  ref?: Ref<AvatarViewerHandle>
}

/** What a host can ask a viewer. */
export interface AvatarViewerHandle {
  capture: (options?: CaptureOptions) => Promise<Blob>
  /** Turns to a yaw in radians; 0 faces forward. */
  turnTo: (yaw: number) => void
  faceForward: () => void
  info: () => ViewerInfo
}

/** What is on the stage; `model` is null while nothing stands there. */
export interface ViewerInfo {
  state: ViewerState
  model: ModelInfo | null
  /** Frames drawn so far, and what the graphics card holds. */
  frames: number
  geometries: number
  textures: number
}

const DEFAULT_POSITION = [0, 0, 5] as const

/** Shows a 3D model on a turntable that a person can turn. Stands apart from any app. */
export function AvatarViewer(props: AvatarViewerProps) {
  const { source, shadows = false, float = false, fit = false, snap = false, lockVertical = false } = props
  const { turntable = true, clip = null, environment = DEFAULT_ENVIRONMENT } = props
  const words = { ...VIEWER_WORDS, ...props.words }
  const host = useRef<HTMLDivElement>(null)
  const frames = useRef(0)
  const [root, setRoot] = useState<HTMLDivElement | null>(null)
  const [pose] = useState(createPose)
  const [floor, setFloor] = useState(0)
  const isStill = useReducedMotion()
  const renderer = useRenderer()
  const spawn = useSpawn({
    source,
    effect: props.spawnEffect,
    animation: props.spawnAnimation,
    isStill,
    decoderPath: props.decoderPath,
    renderer: renderer.wanted,
    onLoading: props.onLoading,
    onLoaded: ({ info }) => props.onLoaded?.(info),
    onSpawnFinished: props.onSpawnFinished,
    onError: props.onError,
    onProgress: props.onProgress,
  })
  const onLightFailed = useCallback((error: unknown) => console.warn(String(error)), [])
  const stage = useStage(
    host,
    <Scene
      model={spawn.model}
      emotion={props.emotion}
      clip={clip}
      isStill={isStill}
      animation={spawn.animation}
      effect={spawn.effect}
      pose={pose}
      environment={environment}
      scale={props.scale ?? 1}
      position={props.position ?? DEFAULT_POSITION}
      shadows={shadows}
      float={float}
      fit={fit}
      {...standOf(root?.clientWidth ?? 0, turntable)}
      frames={frames}
      headroom={props.headroom ?? 24}
      onLightFailed={onLightFailed}
      onShown={spawn.onShown}
      onGrounded={setFloor}
    />,
    renderer.failed,
  )
  useEffect(() => renderer.found(stage ? stage.state().gl : null), [renderer, stage])
  const isInert = spawn.standing === null
  useDrag(root, pose, { snap, lockVertical, isStill, isInert })

  const { trigger = false } = props.capture ?? {}
  const capture = useRef(props.capture)
  capture.current = props.capture
  useEffect(() => {
    if (!trigger || !stage || !capture.current) return
    const { callBack, settings } = capture.current
    takePicture(stage, settings)
      .then(asDataUrl)
      .then(callBack, (error) => console.warn(String(error)))
  }, [trigger, stage])

  useImperativeHandle(
    props.ref,
    () => ({
      capture: (options) =>
        stage ? takePicture(stage, options) : Promise.reject(new ViewerError('webgl', 'Nothing is drawn yet')),
      turnTo: pose.turnTo,
      faceForward: () => pose.turnTo(0),
      info: () => {
        const info = stage?.state().gl.info
        return {
          state: spawn.state,
          model: spawn.standing?.info ?? null,
          frames: frames.current,
          geometries: info?.memory.geometries ?? 0,
          textures: info?.memory.textures ?? 0,
        }
      },
    }),
    [stage, pose, spawn.state, spawn.standing],
  )

  const isGrounded = turntable || spawn.state === 'loading'
  return (
    <div
      ref={setRoot}
      className={[css.viewer, props.className].filter(Boolean).join(' ')}
      style={{ ...props.style, ...(floor > 0 && { '--viewer-floor': `${floor}px` }) } as CSSProperties}
      data-state={spawn.state}
      aria-busy={spawn.state === 'loading'}
    >
      {isGrounded && turntable && <Turntable pose={pose} isInert={isInert} words={words} />}
      <div
        ref={host}
        className={css.canvas}
        role="img"
        aria-label={props.label ?? words.label}
        data-inert={isInert || undefined}
      />
      {spawn.state === 'loading' && <DotLoader progress={spawn.progress} words={words} />}
      {spawn.failure && (
        <p className={css.notice} role="alert">
          {sentenceFor(spawn.failure, words)}
        </p>
      )}
    </div>
  )
}

function sentenceFor({ reason }: ViewerError, words: ViewerWords): string {
  if (reason === 'webgl') return words.noWebgl
  return reason === 'unreachable' ? words.failed : words.refused
}

/** Where a fitted model stands: on the middle of the dial and within its edge, or near the lower edge without one. */
function standOf(width: number, turntable: boolean): { floor: number; spread: number } {
  if (!turntable) return { floor: 16, spread: Math.max(1, width / 2 - 16) }
  const dial = Math.max(1, Math.min(560, width * 0.94)) / DIAL.width
  return { floor: 12 + dial * (DIAL.height - DIAL.y), spread: dial * DIAL.across }
}

/** Hands the renderer to whoever waits for it. */
function useRenderer() {
  const [renderer] = useState(() => {
    let now: WebGLRenderer | null = null
    let error: ViewerError | null = null
    let waiting: { resolve: (gl: WebGLRenderer) => void; reject: (error: ViewerError) => void }[] = []
    return {
      wanted: () =>
        new Promise<WebGLRenderer>((resolve, reject) => {
          if (now) resolve(now)
          else if (error) reject(error)
          else waiting.push({ resolve, reject })
        }),
      found: (gl: WebGLRenderer | null) => {
        now = gl
        if (!gl) return
        for (const { resolve } of waiting) resolve(gl)
        waiting = []
      },
      failed: (reason: ViewerError) => {
        error = reason
        for (const { reject } of waiting) reject(reason)
        waiting = []
      },
    }
  })
  return renderer
}
