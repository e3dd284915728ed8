/** What the viewer says; `{…}` stands for a value. A host hands in its own. */
export interface ViewerWords {
  loading: string
  /** How much has arrived: `{done}` and `{total}` with one unit. */
  progress: string
  /** How much has arrived while the size is unknown. */
  progressUnknown: string
  preparing: string
  turn: string
  /** What the slider reads out: `{degrees}`. */
  degrees: string
  refused: string
  failed: string
  noWebgl: string
  label: string
}

/** The viewer's words when the host hands in none. */
export const VIEWER_WORDS: ViewerWords = {
  loading: 'Loading the model',
  progress: '{done} of {total} MB',
  progressUnknown: '{done} MB',
  preparing: 'Setting it up',
  turn: 'Turn',
  degrees: '{degrees} degrees',
  refused: "This model can't be shown. Choose a .glb or .fbx file.",
  failed: "This model didn't load. Check your connection and try again.",
  noWebgl: "This browser can't show 3D. Turn on WebGL or try another one.",
  label: '3D model',
}

/** Fills the `{name}` places of a sentence. */
export const say = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? `${values[name]}` : place))
