/** Messages of the viewer; `{…}` are placeholders. The host page can replace them. */
export interface ViewerWords {
  loading: string
  /** Progress: `{done}` and `{total}` in megabytes, `{share}` in percent. */
  progress: string
  /** Progress while the total size is unknown. */
  progressUnknown: string
  preparing: string
  turn: string
  /** Spoken value of the slider: `{degrees}`. */
  degrees: string
  refused: string
  /** Error for an FBX file of an unsupported version: `{version}`. */
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
  /** AR instructions while no floor is found, and while the model is shown where the device points. */
  findFloor: string
  putDown: string
  noRoom: string
  /** Language for number formatting (BCP 47). Default: English. */
  locale?: string
}

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

export const VIEWER_MESSAGE_NAMES = Object.keys(VIEWER_WORDS) as Exclude<keyof ViewerWords, 'locale'>[]

export const formatMessage = (message: string, values: Readonly<Record<string, string | number>>): string =>
  message.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? `${values[name]}` : placeholder,
  )
