/** What the viewer says; `{…}` stands for a value. A host hands in its own. */
export interface ViewerWords {
  loading: string
  /** How much has arrived: `{done}` and `{total}` with one unit, and `{share}` of a hundred. */
  progress: string
  /** How much has arrived while the size is unknown. */
  progressUnknown: string
  preparing: string
  turn: string
  /** What the slider reads out: `{degrees}`. */
  degrees: string
  refused: string
  tooLarge: string
  external: string
  nothing: string
  failed: string
  noWebgl: string
  retry: string
  label: string
  fullScreen: string
  leaveFullScreen: string
  takePicture: string
}

/** The viewer's words when the host hands in none. */
export const VIEWER_WORDS: ViewerWords = {
  loading: 'Loading the model',
  progress: '{done} of {total} MB, {share} %',
  progressUnknown: '{done} MB',
  preparing: 'Setting it up',
  turn: 'Turn',
  degrees: '{degrees} degrees',
  refused: "This model can't be shown. Choose a .glb or .fbx file.",
  tooLarge: 'This model is too large to show. Choose one with fewer vertices or smaller textures.',
  external: 'This model keeps its shapes in other files. Choose a .glb file that holds everything.',
  nothing: 'There is nothing to see in this file. Choose one with a model in it.',
  failed: "This model didn't load. Check your connection and try again.",
  noWebgl: "This browser can't show 3D. Turn on WebGL or try another one.",
  retry: 'Try again',
  label: '3D model',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  takePicture: 'Save a picture',
}

/** Fills the `{name}` places of a sentence. */
export const say = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? `${values[name]}` : place))
