//! Croissant metadata, version 1.1, with the vocabulary for responsible use.
//!
//! Every file is a `FileObject` with its checksum; all files of the dataset together are a `FileSet`, from which one
//! `RecordSet` takes the columns. Splits are told apart by the column `split`; a second record set lists them. There is
//! no date: nothing here depends on a clock.

use serde_json::{Map, Value, json};
use wampimuk_core::{Field, Type};
use wampimuk_dataset::{ManifestFile, ManifestSplit};

use super::about::About;

const FILES: &str = "files";

/// The metadata as JSON-LD.
pub(super) fn text(about: &About<'_>) -> String {
    let manifest = about.manifest;
    let facts = about.facts;
    let mut distribution: Vec<Value> = manifest.files.iter().map(|file| file_object(about, file)).collect();
    let mut record_sets = Vec::new();
    if about.is_loadable() && !manifest.files.is_empty() {
        distribution.push(file_set(about));
        record_sets.extend([splits(about), records(about)]);
    }
    let mut document = json!({
        "@context": context(),
        "@type": "sc:Dataset",
        "conformsTo": ["http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0"],
        "name": manifest.recipe_name,
        "alternateName": about.title,
        "description": format!("{} {}", facts.summary, about.label()),
        "inLanguage": "en",
        "license": "https://creativecommons.org/licenses/by/4.0/",
        "version": about.data_version(),
        "citeAs": facts.papers.iter().map(|paper| paper.bibtex()).collect::<Vec<_>>().join("\n"),
        "keywords": facts.tags,
        "isLiveDataset": false,
        "distribution": distribution,
        "rai:dataCollection": "Nothing was collected: a program drew every item from a recipe, a seed and a number.",
        "rai:dataCollectionType": "Software generation",
        "rai:dataPreprocessingProtocol": "None: items are written as they are made.",
        "rai:dataAnnotationProtocol": facts.certificate,
        "rai:machineAnnotationTools": manifest.generator,
        "rai:dataUseCases": facts.uses,
        "rai:dataLimitations": facts.limitations.join(" "),
        "rai:dataBiases": facts.biases,
        "rai:dataSocialImpact": "None is known: the language is small and artificial, and no item is about a person.",
        "rai:personalSensitiveInformation": "None.",
        "rai:dataReleaseMaintenancePlan": "The same recipe, seed and version give the same items for ever; repairs have a \
                                           new version.",
    });
    if !record_sets.is_empty() {
        document["recordSet"] = Value::Array(record_sets);
    }
    format!("{document:#}\n")
}

fn context() -> Value {
    let mut context = Map::new();
    for name in [
        "arrayShape",
        "citeAs",
        "column",
        "containedIn",
        "equivalentProperty",
        "extract",
        "field",
        "fileObject",
        "fileProperty",
        "fileSet",
        "format",
        "includes",
        "isArray",
        "isLiveDataset",
        "jsonPath",
        "key",
        "md5",
        "parentField",
        "path",
        "recordSet",
        "references",
        "regex",
        "repeated",
        "replace",
        "samplingRate",
        "separator",
        "source",
        "subField",
        "transform",
    ] {
        context.insert(name.to_string(), format!("cr:{name}").into());
    }
    let others = json!({
        "@language": "en",
        "@vocab": "https://schema.org/",
        "conformsTo": "dct:conformsTo",
        "cr": "http://mlcommons.org/croissant/",
        "data": { "@id": "cr:data", "@type": "@json" },
        "dataType": { "@id": "cr:dataType", "@type": "@vocab" },
        "dct": "http://purl.org/dc/terms/",
        "description": { "@container": "@language" },
        "examples": { "@id": "cr:examples", "@type": "@json" },
        "name": { "@container": "@language" },
        "rai": "http://mlcommons.org/croissant/RAI/",
        "sc": "https://schema.org/",
    });
    if let Value::Object(others) = others {
        context.extend(others);
    }
    Value::Object(context)
}

fn encoding(about: &About<'_>) -> &'static str {
    match about.manifest.file_format.as_str() {
        "parquet" => "application/x-parquet",
        "jsonl" | "original-jsonl" | "tensor-jsonl" => "application/jsonlines",
        "arrow" => "application/vnd.apache.arrow.file",
        "original" | "squad" | "arc" | "arc-colours" => "application/json",
        _ => "text/plain",
    }
}

fn file_object(about: &About<'_>, file: &ManifestFile) -> Value {
    let ManifestFile { path, split, items, bytes, sha256 } = file;
    let of = if split.is_empty() { String::new() } else { format!(" of split {split}") };
    json!({
        "@type": "cr:FileObject",
        "@id": path,
        "name": path,
        "description": format!("{items} items{of}"),
        "contentUrl": path,
        "contentSize": format!("{bytes} B"),
        "encodingFormat": encoding(about),
        "sha256": sha256,
    })
}

fn file_set(about: &About<'_>) -> Value {
    let patterns: Vec<String> = about.sources().into_iter().flat_map(|(_, patterns)| patterns).collect();
    json!({
        "@type": "cr:FileSet",
        "@id": FILES,
        "name": FILES,
        "description": "all files of the dataset",
        "encodingFormat": encoding(about),
        "includes": patterns,
    })
}

/// The splits and what they are for, in Croissant's words where it has some.
fn splits(about: &About<'_>) -> Value {
    let id = format!("{}-splits", about.manifest.recipe_name);
    let part = |name: &str| format!("{id}/{name}");
    let field = |name: &str, data_type: &str| json!({ "@type": "cr:Field", "@id": part(name), "name": name, "dataType": data_type });
    let row = |ManifestSplit { name, role, title, items, .. }: &ManifestSplit| {
        let url = match role.as_str() {
            "train" => "cr:TrainingSplit",
            "dev" => "cr:ValidationSplit",
            _ => "cr:TestSplit",
        };
        let mut row = Map::new();
        row.insert(part("name"), name.as_str().into());
        row.insert(part("url"), url.into());
        row.insert(part("title"), title.as_str().into());
        row.insert(part("items"), (*items).into());
        Value::Object(row)
    };
    json!({
        "@type": "cr:RecordSet",
        "@id": id,
        "name": id,
        "description": "the splits of the dataset",
        "dataType": "cr:Split",
        "key": { "@id": part("name") },
        "field": [
            field("name", "sc:Text"),
            field("url", "sc:URL"),
            field("title", "sc:Text"),
            field("items", "cr:UInt64"),
        ],
        "data": about.manifest.splits.iter().map(row).collect::<Vec<_>>(),
    })
}

/// The record set of the items.
fn records(about: &About<'_>) -> Value {
    let id = &about.manifest.recipe_name;
    let fields: Vec<Value> =
        about.schema.fields.iter().map(|field| record_field(id, field, field.name, "", about)).collect();
    json!({
        "@type": "cr:RecordSet",
        "@id": id,
        "name": id,
        "description": about.title,
        "key": { "@id": format!("{id}/id") },
        "field": fields,
    })
}

/// A column, or a part of one: then `path` leads to it inside the column.
fn record_field(within: &str, field: &Field, column: &str, path: &str, about: &About<'_>) -> Value {
    let Field { name, ty, doc } = field;
    let id = format!("{within}/{name}");
    let mut described = json!({ "@type": "cr:Field", "@id": id, "name": name, "description": doc });
    let (element, depth) = innermost(ty);
    if let Type::Struct(fields) = element {
        let path =
            if within == about.manifest.recipe_name { String::new() } else { format!("{path}{name}.") };
        let parts: Vec<Value> =
            fields.iter().map(|field| record_field(&id, field, column, &path, about)).collect();
        described["subField"] = Value::Array(parts);
        if depth > 0 {
            described["repeated"] = true.into();
        }
        return described;
    }
    described["dataType"] = data_type(element, about).into();
    if depth > 0 {
        described["isArray"] = true.into();
        described["arrayShape"] = vec!["-1"; depth].join(",").into();
    }
    let mut source = json!({ "fileSet": { "@id": FILES }, "extract": { "column": column } });
    if column != *name || !path.is_empty() || within != about.manifest.recipe_name {
        source["transform"] = json!([{ "jsonPath": format!("{path}{name}") }]);
    }
    described["source"] = source;
    described
}

/// What a list of lists finally holds, and how deep it is.
fn innermost(ty: &Type) -> (&Type, usize) {
    match ty {
        Type::List(element) => {
            let (inner, depth) = innermost(element);
            (inner, depth + 1)
        }
        ty => (ty, 0),
    }
}

fn data_type(ty: &Type, about: &About<'_>) -> &'static str {
    match ty {
        Type::Bool => "sc:Boolean",
        Type::U8 => "cr:UInt8",
        Type::U32 => "cr:UInt32",
        Type::U64 => "cr:UInt64",
        Type::Bytes if about.manifest.file_format == "parquet" => "sc:ImageObject",
        Type::Text | Type::Word(_) | Type::Bytes | Type::List(_) | Type::Struct(_) => "sc:Text",
    }
}
