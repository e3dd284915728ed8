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
  /** An FBX file is too old to be read: `{version}`. */
  oldFbx: string
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
  intoRoom: string
  leaveRoom: string
  /** No floor is found yet; the model follows what the device points at. */
  findFloor: string
  putDown: string
  noRoom: string
  /** The language its numbers are written in (BCP 47). Default: English. */
  locale?: string
}

/** The viewer's words when the host hands in none. */
export const VIEWER_WORDS: ViewerWords = {
  loading: 'Loading…',
  progress: '{done} of {total} MB, {share}%',
  progressUnknown: '{done} MB',
  preparing: 'Preparing…',
  turn: 'Turn',
  degrees: '{degrees} degrees',
  refused: 'This model can’t be shown. Choose a .glb or .fbx file.',
  oldFbx: 'FBX {version} is not supported. Save it as 7.4 or as GLB.',
  tooLarge: 'This model is too large to show. Choose one with fewer vertices or smaller textures.',
  external: 'This model needs other files. Choose a .glb that contains everything.',
  nothing: 'This file has nothing to show. Choose one with a model in it.',
  failed: 'This model didn’t load. Check your connection.',
  noWebgl: 'This browser can’t show 3D. Turn on WebGL or use another browser.',
  retry: 'Retry',
  label: '3D model',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Exit full screen',
  takePicture: 'Save picture',
  intoRoom: 'View in your room',
  leaveRoom: 'Exit AR',
  findFloor: 'Point at the floor and move slowly',
  putDown: 'Tap to place',
  noRoom: 'AR didn’t start. Allow access to the camera, then try again.',
}

/** Fills the `{name}` places of a sentence. */
export const say = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? `${values[name]}` : place))
