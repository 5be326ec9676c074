//! The classes of a JDK, in the one file that it keeps them in (`lib/modules`).
//!
//! The file knows them by module and path; a class file knows others by name alone. No two modules of an image have a
//! class of the same name, so an index from names to modules, made when the file is opened, is all that is missing.
use jimage_rs::JImage;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An open image.
#[derive(Debug)]
pub struct Image {
    file: JImage,
    path: PathBuf,
    /// The module of each class.
    modules: FxHashMap<String, Arc<str>>,
}

/// An image that cannot be read.
#[derive(Debug, Clone, thiserror::Error)]
#[error("cannot read {}: {cause}", .path.display())]
pub struct ImageError {
    path: PathBuf,
    cause: Arc<jimage_rs::error::JImageError>,
}

impl Image {
    /// Opens an image and lists its classes.
    pub fn open(path: &Path) -> Result<Self, ImageError> {
        let error = |cause| ImageError { path: path.to_owned(), cause: Arc::new(cause) };
        let file = JImage::open(path).map_err(error)?;
        let mut names: FxHashMap<String, Arc<str>> = FxHashMap::default();
        let mut modules = FxHashMap::default();
        for name in file.resource_names_iter() {
            let name = name.map_err(error)?;
            // What is in no package is the description of the module.
            if name.extension == "class" && !name.parent.is_empty() {
                let module = names.entry(name.module.to_string()).or_insert_with(|| (*name.module).into());
                modules.insert(format!("{}/{}", name.parent, name.base), Arc::clone(module));
            }
        }
        Ok(Self { file, path: path.to_owned(), modules })
    }

    /// The class file of a class, or nothing if it is not there.
    pub fn class_file(&self, name: &str) -> Result<Option<Cow<'_, [u8]>>, ImageError> {
        let Some(module) = self.modules.get(name) else { return Ok(None) };
        let found = self.file.find_resource(&format!("/{module}/{name}.class"));
        found.map_err(|cause| ImageError { path: self.path.clone(), cause: Arc::new(cause) })
    }

    /// Whether there is a class of this name.
    pub fn has(&self, name: &str) -> bool {
        self.modules.contains_key(name)
    }

    /// The names of all classes, in no order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.modules.keys().map(String::as_str)
    }
}
