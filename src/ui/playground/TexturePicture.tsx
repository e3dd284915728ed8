import { useEffect, useState } from 'react'
import { examineMessages } from '../messages/examine.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import type { Studio, TextureOptions } from '../viewer/studio.ts'
import styles from './Examine.module.css'

/** Props of {@link TexturePicture}; `label` is empty if adjacent text describes the texture. */
export interface TexturePictureProps extends TextureOptions {
  studio: Studio
  label: string
  /** Aspect ratio, width by height. Default 1. */
  ratio?: number
}

/** Picture of a texture, of a part's UV layout, or of the layout over the texture. */
export function TexturePicture({ studio, label, texture, part, channel, size = 512, ratio = 1 }: TexturePictureProps) {
  const translate = useTranslate(examineMessages)
  const { data, error } = useQuery({
    inspectorLabel: 'texture',
    queryKey: JSON.stringify({ texture, part, channel, size }),
    queryFn: async (queryKey) => studio.texture(JSON.parse(queryKey)),
  })
  const address = usePictureUrl(data)
  if (error) return <p className={styles.hint}>{translate('examine.pictureFailed')}</p>
  return (
    <span className={styles.picture} style={{ aspectRatio: ratio }}>
      {address && <img src={address} alt={label} />}
    </span>
  )
}

/** Returns an object URL of a picture. Revokes the URL when the picture changes or the component unmounts. */
function usePictureUrl(picture: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!picture) return
    const url = URL.createObjectURL(picture)
    setAddress(url)
    return () => {
      setAddress(null)
      URL.revokeObjectURL(url)
    }
  }, [picture])
  return address
}
