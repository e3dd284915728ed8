import { useEffect, useState } from 'react'
import { useAtelier } from '../context.ts'
import { useAsking } from '../use-asking.ts'
import type { Studio, TextureOptions } from '../viewer/studio.ts'
import styles from './Examine.module.css'

/** Props of {@link TexturePicture}; `label` is empty where what it shows stands beside it. */
export interface TexturePictureProps extends TextureOptions {
  studio: Studio
  label: string
  /** How wide it is for its height. Default 1. */
  ratio?: number
}

/** A picture of a texture, of how a part lies on it, or of both. */
export function TexturePicture({ studio, label, texture, part, channel, size = 512, ratio = 1 }: TexturePictureProps) {
  const { translate } = useAtelier()
  const { answer, error } = useAsking({
    about: 'texture',
    question: JSON.stringify({ texture, part, channel, size }),
    ask: async (question) => studio.texture(JSON.parse(question)),
  })
  const address = useAddress(answer)
  if (error) return <p className={styles.hint}>{translate('examine.pictureFailed')}</p>
  return (
    <span className={styles.picture} style={{ aspectRatio: ratio }}>
      {address && <img src={address} alt={label} />}
    </span>
  )
}

/** The address of a picture, for as long as it is shown. */
function useAddress(picture: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!picture) return
    const made = URL.createObjectURL(picture)
    setAddress(made)
    return () => {
      setAddress(null)
      URL.revokeObjectURL(made)
    }
  }, [picture])
  return address
}
