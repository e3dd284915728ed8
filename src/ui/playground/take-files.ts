/** What dropped files are for: models (shown together as one avatar), a panorama, or nothing the viewer knows. */
export interface TakenFiles {
  models: File[]
  panorama: File | null
  refused: File | null
}

const MODEL = /\.(?:glb|fbx)$/i
const PANORAMA = /\.(?:hdr|exr|jpe?g|png|webp)$/i

/** Sorts dropped files by their names; what is inside them the viewer finds out for itself. */
export function sortFiles(files: readonly File[]): TakenFiles {
  const isKnown = ({ name }: File) => MODEL.test(name) || PANORAMA.test(name)
  return {
    models: files.filter(({ name }) => MODEL.test(name)),
    panorama: files.find(({ name }) => PANORAMA.test(name)) ?? null,
    refused: files.find((file) => !isKnown(file)) ?? null,
  }
}

/** A model file as the viewer takes it: browsers give such files no type, or one of their own (Spec §5). */
export const asModel = (file: File): Blob => new Blob([file], { type: 'model/gltf-binary' })

/** The address that stands for a file in code to embed, because nobody else can reach the file itself. */
export const stand = (file: File): string => `https://your-files.example/${encodeURIComponent(file.name)}`
