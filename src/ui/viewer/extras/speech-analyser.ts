import { SILENCE_LEVEL, type SoundSample } from '../../../machines/viewer/visemes.ts'

/** Sound source for a model's speech: a stream (microphone, call), or an `<audio>` or `<video>` element of the page. */
export type Speech = MediaStream | HTMLMediaElement

export interface SpeechAnalyser {
  sample: () => SoundSample
  isLoud: () => boolean
  close: () => void
}

/** FFT size: at 48 kHz, 1,024 samples are 21 ms, with frequencies 47 Hz apart. */
const FFT_SIZE = 1024

/** Audio nodes of media elements. A page can create only one node per element. */
const nodesByElement = new WeakMap<HTMLMediaElement, { context: AudioContext; node: MediaElementAudioSourceNode }>()

interface CapturableElement {
  captureStream?: () => MediaStream
}

/** Creates an analyser for `speech`. The sound remains audible on the page. */
export function createSpeechAnalyser(speech: Speech): SpeechAnalyser {
  const { context, node, close } = openSource(speech)
  const analyser = context.createAnalyser()
  analyser.fftSize = FFT_SIZE
  analyser.smoothingTimeConstant = 0.4
  node.connect(analyser)
  // Browsers block audio contexts before the first user gesture, so each measurement tries to resume a suspended context.
  const resumeContext = () => void context.resume().catch(() => {})
  resumeContext()
  const samples = new Float32Array(analyser.fftSize)
  const decibels = new Float32Array(analyser.frequencyBinCount)
  const loudness = () => {
    if (context.state === 'suspended') resumeContext()
    analyser.getFloatTimeDomainData(samples)
    return Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length)
  }
  return {
    sample: () => {
      analyser.getFloatFrequencyData(decibels)
      return { loudness: loudness(), decibels, hertz: context.sampleRate / FFT_SIZE }
    },
    isLoud: () => loudness() > SILENCE_LEVEL,
    close: () => {
      node.disconnect(analyser)
      close()
    },
  }
}

function openSource(speech: Speech): { context: AudioContext; node: AudioNode; close: () => void } {
  if (!(speech instanceof HTMLMediaElement)) return tapStream(speech)
  // With `captureStream`, a copy of the sound is analysed, so that the element's own output stays unchanged.
  const copy = (speech as CapturableElement).captureStream?.()
  if (copy && copy.getAudioTracks().length > 0) return tapStream(copy)
  const source = nodesByElement.get(speech) ?? routeThroughAnalyser(speech)
  nodesByElement.set(speech, source)
  return { ...source, close: () => {} }
}

function tapStream(stream: MediaStream) {
  const context = new AudioContext()
  const node = context.createMediaStreamSource(stream)
  return { context, node, close: () => void context.close().catch(() => {}) }
}

function routeThroughAnalyser(element: HTMLMediaElement) {
  const context = new AudioContext()
  const node = context.createMediaElementSource(element)
  node.connect(context.destination)
  return { context, node }
}
