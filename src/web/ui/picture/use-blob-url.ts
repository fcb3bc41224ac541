import { useEffect, useState } from 'react'
import { fileNamed } from '../../offline/files/kept-files'

/** The address of a picture on this device; undefined while it is read, null when it is no longer there. */
export function useKeptPicture(name: string): string | null | undefined {
  const [address, show] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    let made: string | null = null
    let gone = false
    void fileNamed(name).then((content) => {
      if (gone) return
      made = content && URL.createObjectURL(content)
      show(made)
    })
    return () => {
      gone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [name])
  return address
}
