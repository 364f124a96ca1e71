// User settings kept in local storage. In a frame without storage the page works and forgets them.

export function loadSetting(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function saveSetting(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // No storage: the setting lasts until the page is closed.
  }
}
