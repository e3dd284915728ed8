/** Dropped files by purpose: models (shown together as one avatar), a panorama, or a file the viewer does not support. */
export interface ClassifiedFiles {
  models: File[]
  panorama: File | null
  refused: File | null
}

const MODEL = /\.(?:glb|fbx)$/i
const PANORAMA = /\.(?:hdr|exr|jpe?g|png|webp)$/i

/** Sorts dropped files by their extension. The viewer checks their content. */
export function classifyFiles(files: readonly File[]): ClassifiedFiles {
  const isKnown = ({ name }: File) => MODEL.test(name) || PANORAMA.test(name)
  return {
    models: files.filter(({ name }) => MODEL.test(name)),
    panorama: files.find(({ name }) => PANORAMA.test(name)) ?? null,
    refused: files.find((file) => !isKnown(file)) ?? null,
  }
}

/** Converts a model file to a typed blob, because browsers give such files no type or a custom one (Spec §5). */
export const toModelBlob = (file: File): Blob => new Blob([file], { type: 'model/gltf-binary' })

/** Returns the placeholder URL of a local file in embed code, because other users cannot access the file. */
export const placeholderUrlOf = (file: File): string => `https://your-files.example/${encodeURIComponent(file.name)}`
